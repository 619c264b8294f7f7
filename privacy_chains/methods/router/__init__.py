"""Choosing the way of a message before it is sent, by how good an answer is likely to be."""

from privacy_chains.methods.router.assessor import Assessor, Prediction
from privacy_chains.methods.router.choosing import probabilities
from privacy_chains.methods.router.features import FEATURES, FeatureSet, Measure, names_of
from privacy_chains.methods.router.fitting import TrainingRow, fit, held_out
from privacy_chains.methods.router.flow_log import FlowLog, read_log
from privacy_chains.methods.router.identity import identity_rate
from privacy_chains.methods.router.method import Router
from privacy_chains.methods.router.prompt import RoutedPrompt
from privacy_chains.methods.router.scores import FitScores, calibration, scores
from privacy_chains.methods.router.session import NOT_SENT, RouterSession
from privacy_chains.methods.router.trees import Trees

__all__ = [
    "FEATURES",
    "NOT_SENT",
    "Assessor",
    "FeatureSet",
    "FitScores",
    "FlowLog",
    "Measure",
    "Prediction",
    "RoutedPrompt",
    "Router",
    "RouterSession",
    "TrainingRow",
    "Trees",
    "calibration",
    "fit",
    "held_out",
    "identity_rate",
    "names_of",
    "probabilities",
    "read_log",
    "scores",
]

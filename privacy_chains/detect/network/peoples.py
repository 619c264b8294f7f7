"""Nationalities, peoples and religions: words that say what somebody is, not where somebody lives or works.

Unlike the frozen lists this one decides nothing that a key reads: it may grow.
"""

from __future__ import annotations

import re

__all__ = ["is_people"]

_PEOPLES = frozenset(
    re.findall(
        r"\S+",
        """
    afghan african albanian algerian american andorran angolan arab arabian arabic argentine argentinian armenian asian
    australian austrian azerbaijani azeri bahamian bahraini bangladeshi barbadian basque bavarian belarusian belgian
    belizean bengali beninese berber bhutanese bolivian bosnian botswanan brazilian british breton bulgarian burkinabe
    burmese burundian cambodian cameroonian canadian castilian catalan caucasian celtic chadian chechen
    chilean chinese colombian comorian congolese corsican cossack croat croatian cuban cypriot czech czechoslovak
    dalmatian danish djiboutian dominican dutch ecuadorian egyptian emirati english eritrean eskimo estonian ethiopian
    european eurasian fijian filipino finnish flemish french frisian gabonese galician gambian georgian german germanic
    ghanaian greek grenadian guatemalan guinean gujarati guyanese haitian hawaiian hindustani hispanic honduran
    hungarian icelandic indian indonesian inuit iranian iraqi irish israeli italian ivorian jamaican japanese javanese
    jordanian kashmiri kazakh kenyan korean kosovar kurdish kuwaiti kyrgyz laotian latin latino latina latvian lebanese
    liberian libyan lithuanian luxembourgish macedonian malagasy malawian malay malaysian maldivian malian maltese maori
    mauritanian mauritian mexican moldovan mongolian montenegrin moroccan mozambican namibian nepalese nepali
    nicaraguan nigerian nigerien nordic norman norwegian omani pakistani palestinian panamanian papuan paraguayan
    parthian persian peruvian polish polynesian portuguese prussian punjabi qatari quebecois romanian russian rwandan
    salvadoran samoan sardinian saudi saxon scandinavian scottish senegalese serb serbian sicilian singaporean sinhalese
    slavic slovak slovakian slovene slovenian somali somalian soviet spanish sudanese surinamese swedish swiss syrian
    taiwanese tajik tamil tanzanian tatar thai tibetan togolese tongan trinidadian tunisian turkish turkmen ugandan
    ukrainian uruguayan uyghur uzbek venezuelan vietnamese walloon welsh yemeni yugoslav zambian zimbabwean zulu
    alevi alawite amish anglican baptist buddhist calvinist catholic christian coptic evangelical hasidic hindu islamic
    jain jewish judaic lutheran maronite mennonite methodist mormon muslim moslem orthodox pentecostal presbyterian
    protestant quaker shia shiite shi'ite sikh sufi sunni unitarian wahhabi zionist zoroastrian
        """,
    )
)
"""In small letters, each once: what it is said of may be one or many."""
_OTHERS = frozenset(
    re.findall(
        r"\S+",
        """
    briton britons brit brits dane danes dutchman dutchmen englishman englishmen englishwoman finn finns frenchman
    frenchmen frenchwoman icelander icelanders irishman irishmen jew jews kurd kurds pole poles scot scots scotsman
    spaniard spaniards swede swedes turk turks welshman welshmen aussie aussies kiwis
        """,
    )
)


def is_people(text: str) -> bool:
    """Whether a text names a nationality, a people or a religion and nothing else: ``Iraqi``, ``Shiites``.

    Two of them side by side are one: ``Sunni Arab``, ``African-American``.
    """
    words = re.split(r"[\s\-/]+", text.lower().replace("\u2019", "'"))
    return all(_is_one(word) for word in words)


def _is_one(word: str) -> bool:
    return word in _PEOPLES or word in _OTHERS or (word.endswith("s") and word[:-1] in _PEOPLES)

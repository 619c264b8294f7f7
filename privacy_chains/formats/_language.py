"""Common words in names of firms and towns that are on no list of everyday words. Frozen."""

from __future__ import annotations

__all__ = ["LANGUAGE", "SHARED_BY_PLACES", "WORD_SETS"]

SHARED_BY_PLACES = (  # noqa: SIM905  # words read best as words
    "area base bay center central city creek east eastern falls field fields forest garden glen great grove hall"
    " harbour high hills island islands keys land lower meadow meadows middle mill mountain new nord north northern"
    " ocean old point pond region ridge river sea shore shores side south southern springs state states town upper"
    " village west western wood woods zone"
).split()
"""Listed words that occur in many names of places. As names of people, most are surnames."""

LANGUAGE = frozenset(
    (  # noqa: SIM905  # words read best as words
        "acorn amber anchor apex arrow aspen atlas aurora autumn badger beacon birch bison blossom boulder breeze "
        "brook canyon cascade castle cedar cherry citadel clover coastal compass copper coral cottage crane crescent "
        "crest crystal cypress dawn delta desert diamond dolphin dune eagle echo elm ember emerald evergreen falcon "
        "fern fjord flint fountain fox frontier galaxy gateway glacier gold golden granite gravel gull harbor hawk "
        "hazel heather heron hickory highland horizon indigo iron ivory ivy jade juniper lagoon lantern lark laurel "
        "lighthouse lily lotus lowland lynx magnolia maple marble marsh mercury mesa midland mist monarch moor moss "
        "nebula north oak oasis olive onyx opal orchard orchid osprey otter palm panther pearl pebble "
        "phoenix pilot pine pinnacle pioneer polar poplar prairie quarry quartz rainbow raven reef ridge rocket rose "
        "ruby saffron sage sail sapphire scarlet sequoia shadow shield silver sky skyline slate solar sparrow spear "
        "spruce star stone storm summit sun sunrise sunset swan tempest terrace thistle thunder tide tiger timber "
        "topaz torch tower trident tulip tundra umber valley vanguard velvet vertex vine violet voyage walnut "
        "waterfall wave wharf willow wind winter wolf zenith zephyr"
    ).split()
) | frozenset(SHARED_BY_PLACES)
"""Words of names of firms and towns that are exchanged for one another: Harbour becomes Meadow."""

WORD_SETS = (frozenset(SHARED_BY_PLACES), LANGUAGE - frozenset(SHARED_BY_PLACES))
"""The everyday words in two sets, so that a general word of a place, such as Bay, becomes a general word."""

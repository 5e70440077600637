"""Reference values of what is measured of answers, by scipy's permutation test and numpy.

Needs scipy. Tests read what it wrote: `python3 tests/statistics/reference.py > tests/statistics/reference.json`.
"""
import itertools
import json

import numpy
from scipy.stats import permutation_test

GROUPS = [
    (["the bread is rye and dark", "the bread is rye and very dark", "rye bread it is then"],
     ["white bread with butter", "white bread and butter today", "white bread with salt and butter"]),
    (["one two three four", "one two three five", "two three four five"],
     ["one two three six", "six two three four", "one two four five"]),
    (["a b c d", "a b c e"], ["a b d e", "b c d e", "a b c d e"]),
    (["x y z"] * 4, ["p q r"] * 4),
    (["x y z", "p q r"] * 2, ["p q r", "x y z"] * 2),
]


def pairs(text):
    words = text.split()
    return set(zip(words, words[1:]))


def agreement(a, b):
    a, b = pairs(a), pairs(b)
    return len(a & b) / len(a | b)


def within_minus_between(table, first, second):
    def mean(of):
        return numpy.mean([table[a][b] for a, b in of])
    within = [*itertools.combinations(first, 2), *itertools.combinations(second, 2)]
    return mean(within) - mean(list(itertools.product(first, second)))


def reference(first, second):
    texts = first + second
    table = [[agreement(a, b) for b in texts] for a in texts]
    places = (list(range(len(first))), list(range(len(first), len(texts))))

    def statistic(x, y):
        return within_minus_between(table, [int(at) for at in x], [int(at) for at in y])

    found = permutation_test(places, statistic, permutation_type="independent", alternative="greater", n_resamples=numpy.inf)
    combine = [*itertools.combinations(places[0], 2), *itertools.combinations(places[1], 2)]
    return {
        "first": first,
        "second": second,
        "within": float(numpy.mean([table[a][b] for a, b in combine])),
        "between": float(numpy.mean([table[a][b] for a, b in itertools.product(*places)])),
        "p": float(found.pvalue),
        "ways": len(found.null_distribution),
    }


LENGTHS = [[3, 5, 8, 13], [100, 100, 100], [1, 1000]]
print(json.dumps({
    "differences": [reference(*groups) for groups in GROUPS],
    "deviations": [{"of": of, "is": float(numpy.std(of, ddof=1))} for of in LENGTHS],
}, indent=2))

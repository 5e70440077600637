"""Reference values of rankings: of choix, of statsmodels, and of the likelihood written down once more for scipy.

Needs choix, scipy and statsmodels. Tests read what it wrote: `python3 tests/statistics/rankings.py > tests/statistics/rankings.json`.
"""
import json

import choix
import numpy
import pandas
from choix.opt import Top1Fcts
from scipy.optimize import minimize
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.tools.numdiff import approx_hess

PRIOR_SD = 2


def centered(strengths, covariances):
    """Against their mean, with their standard deviations."""
    size = len(strengths)
    project = numpy.eye(size) - numpy.ones((size, size)) / size
    found = project @ covariances @ project
    return {
        "strengths": [float(one) for one in project @ strengths],
        "deviations": [float(one) for one in numpy.sqrt(numpy.diag(found))],
    }


def drawn(random, places, sizes, tie):
    """Choices among some of them, by strengths that are drawn, and by how much has to differ before it is seen."""
    strengths = random.normal(0, 1, places)
    choices = []
    for size in sizes:
        among = [int(one) for one in random.choice(places, size, replace=False)]
        each = numpy.exp(strengths[among])
        weights = numpy.append(each, tie * numpy.exp(strengths[among].mean()))
        best = random.choice(size + 1, p=weights / weights.sum())
        choices.append({"among": among, "shares": [float(n == best) for n in range(size + 1)]})
    return choices


def of_choix(choices, places):
    data = []
    for one in choices:
        best = one["shares"].index(1)
        data.append((one["among"][best], [other for n, other in enumerate(one["among"]) if n != best]))
    penalty = 1 / (2 * PRIOR_SD**2)
    strengths = choix.opt_top1(places, data, alpha=penalty, tol=1e-14)
    return centered(strengths, numpy.linalg.inv(Top1Fcts(data, penalty).hessian(strengths))), {}


def of_statsmodels(choices, places):
    """A choice is a group of which one line is true; the last line of each is the tie."""
    sizes = sorted({len(one["among"]) for one in choices})
    lines, found, groups = [], [], []
    for group, one in enumerate(choices):
        among = one["among"]
        features = [[float(place == other) for place in range(places)] + [0.0] * len(sizes) for other in among]
        features.append([float(place in among) / len(among) for place in range(places)] + [float(len(among) == size) for size in sizes])
        lines += features
        found += one["shares"]
        groups += [group] * len(features)
    # One strength is 0: only differences are known.
    names = [f"p{n}" for n in range(1, places)] + [f"t{size}" for size in sizes]
    fitted = ConditionalLogit(numpy.array(found), pandas.DataFrame(numpy.array(lines)[:, 1:], columns=names), groups=numpy.array(groups)).fit(method="newton", disp=0)
    covariances = numpy.zeros((places, places))
    covariances[1:, 1:] = numpy.asarray(fitted.cov_params())[: places - 1, : places - 1]
    values = numpy.asarray(fitted.params)
    ties = {str(size): float(values[places - 1 + n]) for n, size in enumerate(sizes)}
    return centered(numpy.append(0, values[: places - 1]), covariances), ties


def of_scipy(choices, places):
    sizes = sorted({len(one["among"]) for one in choices if one["shares"][-1] > 0})

    def height(at):
        total = (at**2).sum() / (2 * PRIOR_SD**2)
        for one in choices:
            each = at[one["among"]]
            if len(each) in sizes:
                each = numpy.append(each, at[places + sizes.index(len(each))] + each.mean())
            shares = numpy.array(one["shares"])[: len(each)]
            total -= (shares * (each - numpy.log(numpy.exp(each).sum()))).sum()
        return total

    found = minimize(height, numpy.zeros(places + len(sizes)), method="BFGS", options={"gtol": 1e-9}).x
    covariances = numpy.linalg.inv(approx_hess(found, height))[:places, :places]
    ties = {str(size): float(found[places + n]) for n, size in enumerate(sizes)}
    return centered(found[:places], covariances), ties


def case(name, source, choices, places, prior_sd=PRIOR_SD):
    values, ties = source(choices, places)
    return {"name": name, "places": places, "priorSd": prior_sd, "choices": choices, **values, "ties": ties}


def reference():
    random = numpy.random.default_rng(7)
    pairs = drawn(random, 4, [2] * 30, 0)
    several = drawn(random, 6, [2, 3, 4] * 15, 0)
    tied = drawn(random, 5, [2] * 60 + [3] * 40, 1)
    always = [{"among": [0, 1], "shares": [1, 0, 0]}] * 6 + [{"among": [1, 2], "shares": [0.5, 0.25, 0.25]}] * 3
    once = [{"among": [0, 1], "shares": [1, 0, 0]}]
    # So flat a prior that nothing is left of it: statsmodels has none.
    flat = 1_000
    return [
        case("choix: pairs", of_choix, pairs, 4),
        case("choix: several at once", of_choix, several, 6),
        case("choix: one judgement", of_choix, once, 2),
        case("statsmodels: ties, several at once", of_statsmodels, tied, 5, flat),
        case("scipy: one who always wins, and shared judgements", of_scipy, always, 3),
        case("scipy: ties, several at once", of_scipy, tied, 5),
    ]


print(json.dumps(reference(), indent=1))

"""Recomputes results of analyses with scipy and scikit-learn, and compares them with the results on standard input."""

import gzip
import json
import math
import re
import statistics
import sys
import unicodedata

import numpy
from scipy import stats
from scipy.spatial.distance import jensenshannon
from sklearn.metrics import adjusted_rand_score, cohen_kappa_score, normalized_mutual_info_score

with gzip.open(f"{sys.argv[1]}/questions.jsonl.gz", "rt", encoding="utf8") as lines:
    QUESTIONS = [json.loads(line) for line in lines]
RESULTS = json.load(sys.stdin)
DIGITS = 9
compared, wrong = 0, 0


def compare(name, ours, theirs):
    """Compares to nine digits, which is more than any finding or plot prints."""
    global compared, wrong
    compared += 1
    same = ours is not None and math.isclose(ours, theirs, rel_tol=10**-DIGITS, abs_tol=1e-12)
    wrong += not same
    print(f"{'same     ' if same else 'DIFFERENT'} {name}: {ours} {'' if same else theirs}")


def coverage(result):
    categories = sorted({question["category"] for question in QUESTIONS})
    table = numpy.array(
        [[sum(q["category"] == c and q["difficulty"] == d for q in QUESTIONS) for d in range(3)] for c in categories]
    )
    test = stats.chi2_contingency(table, correction=False)
    n = table.sum()
    compare("coverage chi-square", result["independence"]["chi2"], test[0])
    compare("coverage degrees of freedom", result["independence"]["df"], test[2])
    compare("coverage p", result["independence"]["p"], test[1])
    compare("coverage Cramér's V", result["independence"]["cramers_v"], stats.contingency.association(table, "cramer"))
    shares = table.flatten() / n
    bits = stats.entropy(shares, base=2)
    compare("coverage entropy", result["entropy"]["bits"], bits)
    compare("coverage evenness", result["entropy"]["evenness"], bits / math.log2(table.size))
    compare("coverage effective number", result["entropy"]["effective_number"], 2**bits)
    compare("coverage Gini-Simpson", result["entropy"]["gini_simpson"], 1 - (shares**2).sum())


def words_of(text):
    """Finds runs of letters and digits with inner apostrophes, as the README of text_statistics defines words."""
    return re.findall(r"[^\W_]+(?:['’][^\W_]+)*", unicodedata.normalize("NFC", text))


def text_statistics(result):
    (group,) = result["groups"]
    for field in group["fields"]:
        lengths = [len(unicodedata.normalize("NFC", question[field["field"]])) for question in QUESTIONS]
        ours = field["chars"]
        compare(f"text_statistics {field['field']} mean", ours["mean"], statistics.fmean(lengths))
        compare(f"text_statistics {field['field']} deviation", ours["sd"], statistics.stdev(lengths))
        for entry in ours["percentiles"]:
            theirs = numpy.percentile(lengths, entry["p"], method="inverted_cdf")
            compare(f"text_statistics {field['field']} percentile {entry['p']}", entry["value"], float(theirs))


def pairs_of(matrix):
    rows, columns = [], []
    for row, counts in enumerate(matrix):
        for column, count in enumerate(counts):
            rows += [row] * count
            columns += [column] * count
    return rows, columns


def difficulty_check(result):
    agreement = result["agreement"]
    declared, suggested = pairs_of(agreement["confusion"])
    right = sum(a == b for a, b in zip(declared, suggested)) / len(declared)
    compare("difficulty_check accuracy", agreement["accuracy"], right)
    compare(
        "difficulty_check kappa",
        agreement["quadratic_weighted_kappa"],
        cohen_kappa_score(declared, suggested, weights="quadratic", labels=[0, 1, 2]),
    )
    compare("difficulty_check Spearman", agreement["spearman"], stats.spearmanr(declared, suggested)[0])
    compare("difficulty_check Kendall", agreement["kendall_tau_b"], stats.kendalltau(declared, suggested)[0])


def topics(result):
    clusters = result["clusters"]
    found, declared = pairs_of(clusters["matrix"])
    compare("topics adjusted Rand", clusters["adjusted_rand"], adjusted_rand_score(declared, found))
    compare("topics mutual information", clusters["nmi"], normalized_mutual_info_score(declared, found))


def set_comparison(result):
    science = [q for q in QUESTIONS if q["category"] == "Science"]
    geography = [q for q in QUESTIONS if q["category"] == "Geography"]
    levels = lambda some: [sum(q["difficulty"] == d for q in some) / len(some) for d in range(3)]
    for dimension in result["dimensions"]:
        if dimension["dimension"] == "difficulty":
            compare(
                "set_comparison Jensen-Shannon of levels",
                dimension["jensen_shannon_distance"],
                jensenshannon(levels(science), levels(geography)),
            )
    for feature in result["features"]:
        if feature["feature"] == "text_characters":
            a, b = ([len(unicodedata.normalize("NFC", q["question_text"])) for q in some] for some in (science, geography))
        elif feature["feature"] in ("text_words", "answer_words"):
            field = "question_text" if feature["feature"] == "text_words" else "correct_answer"
            a, b = ([len(words_of(q[field])) for q in some] for some in (science, geography))
        else:
            continue
        name = feature["feature"]
        u = stats.mannwhitneyu(a, b).statistic
        compare(f"set_comparison {name} Cliff's delta", feature["cliffs_delta"], 2 * u / (len(a) * len(b)) - 1)
        compare(f"set_comparison {name} Kolmogorov-Smirnov", feature["ks"], stats.ks_2samp(a, b).statistic)


for analysis in (coverage, text_statistics, difficulty_check, topics, set_comparison):
    analysis(RESULTS[analysis.__name__])
print(f"{compared} numbers compared, {wrong} different")
sys.exit(1 if wrong > 0 or compared < 20 else 0)

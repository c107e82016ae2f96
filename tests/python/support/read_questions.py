"""Reads question files with Python's own XML parser, and writes what they say as JSON: read_questions.py moodle FILE, qti FOLDER, or faults FOLDER
for what a QTI package has against the structure of QTI 2.1."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

from qti_structure import package_faults

QTI = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p1", "cp": "http://www.imsglobal.org/xsd/imscp_v1p1"}


def plain(html):
    """The text of a fragment of HTML, which has to be well-formed too."""
    return "".join(ElementTree.fromstring(f"<div>{html.replace('&nbsp;', '&#160;')}</div>").itertext())


def moodle(file):
    category, questions = "", []
    for question in ElementTree.parse(file).getroot():
        if question.get("type") == "category":
            category = question.findtext("category/text")
            continue
        answers = [
            {
                "text": answer.findtext("text"),
                "plain": plain(answer.findtext("text")) if question.get("type") == "multichoice" else answer.findtext("text"),
                "fraction": float(answer.get("fraction")),
                "feedback": plain(answer.findtext("feedback/text")),
                "tolerance": answer.findtext("tolerance"),
            }
            for answer in question.findall("answer")
        ]
        questions.append(
            {
                "category": category,
                "type": question.get("type"),
                "id": question.findtext("name/text"),
                "asks": plain(question.findtext("questiontext/text")),
                "why": plain(question.findtext("generalfeedback/text")),
                "answers": answers,
            }
        )
    return questions


def item(file):
    root = ElementTree.parse(file).getroot()
    feedback = {each.get("identifier"): "".join(each.itertext()).strip() for each in root.findall("q:modalFeedback", QTI)}
    branches = []
    for branch in root.find("q:responseProcessing/q:responseCondition", QTI):
        test, *outcomes = branch
        score, told = (outcome.findtext("q:baseValue", namespaces=QTI) for outcome in outcomes)
        value = test.findtext("q:baseValue", namespaces=QTI)
        branches.append({"value": value, "score": float(score), "feedback": feedback.get(told), "tolerance": test.get("tolerance")})
    return {
        "id": root.get("identifier"),
        "asks": "".join(root.find("q:itemBody", QTI).itertext()),
        "correct": root.findtext("q:responseDeclaration/q:correctResponse/q:value", namespaces=QTI),
        "base": root.find("q:responseDeclaration", QTI).get("baseType"),
        "choices": {each.get("identifier"): "".join(each.itertext()) for each in root.iter(f"{{{QTI['q']}}}simpleChoice")},
        "branches": branches,
        "feedback": [each.get("identifier") for each in root.findall("q:modalFeedback", QTI)],
    }


def qti(folder):
    resources = ElementTree.parse(folder / "imsmanifest.xml").getroot().findall("cp:resources/cp:resource", QTI)
    test = ElementTree.parse(folder / "test.xml").getroot()
    return {
        "resources": [(each.get("identifier"), each.get("href")) for each in resources],
        "tested": [each.get("href") for each in test.iter(f"{{{QTI['q']}}}assessmentItemRef")],
        "items": [item(file) for file in sorted((folder / "items").glob("*.xml"))],
    }


json.dump({"moodle": moodle, "qti": qti, "faults": package_faults}[sys.argv[1]](Path(sys.argv[2])), sys.stdout)

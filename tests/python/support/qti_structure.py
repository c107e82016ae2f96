"""The structure of QTI 2.1 packages, as far as the course uses it: content models, attributes and references. It stands in for the schemas
imsqti_v2p1.xsd and imscp_v1p1.xsd (IMS Global, final version of 31 August 2012)."""

import re
from xml.etree import ElementTree

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
CP = "http://www.imsglobal.org/xsd/imscp_v1p1"

NAME = r"[A-Za-z_][\w.\-]*"
BOOLEAN = "true|false"
INTEGER = r"-?\d+"
NUMBER = r"-?\d+(\.\d+)?([eE][+-]?\d+)?"
TEXT = r"(?s).*"
FILE = r"[\w./\-]+"
BASE_TYPE = "identifier|boolean|integer|float|string|point|pair|directedPair|duration|file|uri"
CARDINALITY = "single|multiple|ordered|record"
EXPRESSION = "(variable |baseValue |match |stringMatch |equal )"

# Element: children in order, as an expression over their names, each followed by a space; required and optional attributes, with their values;
# and whether text may stand between the children.
ELEMENTS = {
    QTI: {
        "assessmentTest": (
            "(outcomeDeclaration )*(timeLimits )?(testPart )+(outcomeProcessing )?(testFeedback )*",
            {"identifier": TEXT, "title": TEXT},
            {"toolName": TEXT, "toolVersion": TEXT},
            False,
        ),
        "testPart": (
            "(itemSessionControl )?(timeLimits )?(assessmentSection )+",
            {"identifier": NAME, "navigationMode": "linear|nonlinear", "submissionMode": "individual|simultaneous"},
            {},
            False,
        ),
        "assessmentSection": (
            "(selection )?(ordering )?(rubricBlock )*(assessmentSection |assessmentItemRef )*",
            {"identifier": NAME, "title": TEXT, "visible": BOOLEAN},
            {"keepTogether": BOOLEAN, "fixed": BOOLEAN, "required": BOOLEAN},
            False,
        ),
        "assessmentItemRef": ("", {"identifier": NAME, "href": FILE}, {"category": TEXT, "fixed": BOOLEAN, "required": BOOLEAN}, False),
        "assessmentItem": (
            "(responseDeclaration )*(outcomeDeclaration )*(stylesheet )*(itemBody )?(responseProcessing )?(modalFeedback )*",
            {"identifier": TEXT, "title": TEXT, "adaptive": BOOLEAN, "timeDependent": BOOLEAN},
            {"label": TEXT, "toolName": TEXT, "toolVersion": TEXT},
            False,
        ),
        "responseDeclaration": (
            "(defaultValue )?(correctResponse )?(mapping )?",
            {"identifier": NAME, "cardinality": CARDINALITY},
            {"baseType": BASE_TYPE},
            False,
        ),
        "outcomeDeclaration": ("(defaultValue )?", {"identifier": NAME, "cardinality": CARDINALITY}, {"baseType": BASE_TYPE}, False),
        "correctResponse": ("(value )+", {}, {"interpretation": TEXT}, False),
        "defaultValue": ("(value )+", {}, {"interpretation": TEXT}, False),
        "value": ("", {}, {"fieldIdentifier": NAME, "baseType": BASE_TYPE}, True),
        "itemBody": ("(p |choiceInteraction )*", {}, {}, False),
        "p": ("(code |textEntryInteraction )*", {}, {}, True),
        "code": ("", {}, {}, True),
        "textEntryInteraction": ("", {"responseIdentifier": NAME}, {"expectedLength": INTEGER}, False),
        "choiceInteraction": (
            "(prompt )?(simpleChoice )+",
            {"responseIdentifier": NAME, "shuffle": BOOLEAN, "maxChoices": INTEGER},
            {"minChoices": INTEGER},
            False,
        ),
        "prompt": ("(code )*", {}, {}, True),
        "simpleChoice": ("(code )*", {"identifier": NAME}, {"fixed": BOOLEAN}, True),
        "responseProcessing": ("(responseCondition )*", {}, {"template": TEXT}, False),
        "responseCondition": ("responseIf (responseElseIf )*(responseElse )?", {}, {}, False),
        "responseIf": (f"{EXPRESSION}(setOutcomeValue )*", {}, {}, False),
        "responseElseIf": (f"{EXPRESSION}(setOutcomeValue )*", {}, {}, False),
        "setOutcomeValue": (EXPRESSION, {"identifier": NAME}, {}, False),
        "match": (EXPRESSION * 2, {}, {}, False),
        "stringMatch": (EXPRESSION * 2, {"caseSensitive": BOOLEAN}, {"substring": BOOLEAN}, False),
        "equal": (
            EXPRESSION * 2,
            {"toleranceMode": "exact|absolute|relative"},
            {"tolerance": f"{NUMBER}( {NUMBER})?", "includeLowerBound": BOOLEAN, "includeUpperBound": BOOLEAN},
            False,
        ),
        "variable": ("", {"identifier": NAME}, {}, False),
        "baseValue": ("", {"baseType": BASE_TYPE}, {}, True),
        "modalFeedback": (
            "(p )*",
            {"outcomeIdentifier": NAME, "showHide": "show|hide", "identifier": NAME},
            {"title": TEXT},
            True,
        ),
    },
    CP: {
        "manifest": ("(metadata )?organizations resources ", {"identifier": NAME}, {"version": TEXT}, False),
        "metadata": ("(schema )?(schemaversion )?", {}, {}, False),
        "schema": ("", {}, {}, True),
        "schemaversion": ("", {}, {}, True),
        "organizations": ("", {}, {}, False),
        "resources": ("(resource )*", {}, {}, False),
        "resource": (
            "(metadata )?(file )*(dependency )*",
            {"identifier": NAME, "type": "imsqti_(item|test)_xmlv2p1"},
            {"href": FILE},
            False,
        ),
        "file": ("", {"href": FILE}, {}, False),
        "dependency": ("", {"identifierref": NAME}, {}, False),
    },
}


def faults(root, namespace, name):
    """What an XML document has against the models, as sentences; none for a sound one. Its root is to be `name`."""
    found = [] if root.tag == f"{{{namespace}}}{name}" else [f"the root is {root.tag}"]
    for element in root.iter():
        space, _, tag = element.tag[1:].partition("}")
        if tag not in ELEMENTS[namespace] or space != namespace:
            found.append(f"{element.tag} is not known")
            continue
        children, required, optional, holds_text = ELEMENTS[namespace][tag]
        names = "".join(child.tag.rpartition("}")[2] + " " for child in element)
        if not re.fullmatch(children, names):
            found.append(f"{tag} has {names}")
        texts = [element.text, *(child.tail for child in element)]
        if not holds_text and any(text and text.strip() for text in texts):
            found.append(f"{tag} has text")
        found += [f"{tag} has no {each}" for each in required if each not in element.attrib]
        known = {**required, **optional}
        for attribute, value in element.attrib.items():
            if attribute not in known or not re.fullmatch(known[attribute], value):
                found.append(f'{tag} has {attribute}="{value}"')
    return found + (references(root) if name == "assessmentItem" else [])


def references(item):
    """Identifiers of an item that are given twice, or named and not declared; and values that are not of their declared type."""

    def of(tag, attribute="identifier"):
        return [each.get(attribute) for each in item.iter(f"{{{QTI}}}{tag}")]

    responses, outcomes = of("responseDeclaration"), of("outcomeDeclaration")
    lists = [responses + outcomes, of("simpleChoice"), of("modalFeedback")]
    found = [f"{each} is declared twice" for names in lists for each in set(names) if names.count(each) > 1]
    interactions = of("choiceInteraction", "responseIdentifier") + of("textEntryInteraction", "responseIdentifier")
    named = [
        *((each, responses) for each in interactions),
        *((each, outcomes) for each in of("setOutcomeValue") + of("modalFeedback", "outcomeIdentifier")),
        *((each, responses + outcomes) for each in of("variable")),
    ]
    found += [f"{each} is not declared" for each, declared in named if each not in declared]
    values = {"float": NUMBER, "integer": INTEGER, "identifier": NAME}
    typed = [(each.get("baseType"), each.text) for each in item.iter(f"{{{QTI}}}baseValue")]
    for declaration in item.iter(f"{{{QTI}}}responseDeclaration"):
        typed += [(declaration.get("baseType"), each.text) for each in declaration.iter(f"{{{QTI}}}value")]
    return found + [f"{text} is no {kind}" for kind, text in typed if not re.fullmatch(values.get(kind, TEXT), text or "")]


def package_faults(folder):
    """What a package's files have against the models, by file, and resources that are missing, twice, or not listed."""
    manifest = ElementTree.parse(folder / "imsmanifest.xml").getroot()
    found = {"imsmanifest.xml": faults(manifest, CP, "manifest"), "test.xml": test_faults(folder)}
    listed = [each.get("href") for each in manifest.iter(f"{{{CP}}}file")]
    identifiers = [each.get("identifier") for each in manifest.iter(f"{{{CP}}}resource")]
    there = {str(each.relative_to(folder)) for each in folder.rglob("*.xml")} - {"imsmanifest.xml"}
    if set(listed) != there or len(listed) != len(there):
        found["imsmanifest.xml"].append(f"lists {len(listed)} files of {len(there)}")
    if len(set(identifiers)) != len(identifiers):
        found["imsmanifest.xml"].append("an identifier is given twice")
    wanted = [each.get("identifierref") for each in manifest.iter(f"{{{CP}}}dependency")]
    found["imsmanifest.xml"] += [f"{each} is no resource" for each in wanted if each not in identifiers]
    for file in sorted((folder / "items").glob("*.xml")):
        item = ElementTree.parse(file).getroot()
        found[file.name] = faults(item, QTI, "assessmentItem")
    return {name: each for name, each in found.items() if each}


def test_faults(folder):
    test = ElementTree.parse(folder / "test.xml").getroot()
    identifiers = [each.get("identifier") for each in test.iter() if each.tag != f"{{{QTI}}}assessmentTest"]
    twice = ["an identifier is given twice"] if len(set(identifiers)) != len(identifiers) else []
    return faults(test, QTI, "assessmentTest") + twice

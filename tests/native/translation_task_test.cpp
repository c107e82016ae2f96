// The grammar of the task `translation`: all its forms, compared with tables written by hand.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <headscope/model/translation_task.hpp>
#include <map>
#include <set>

#include "fixture.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace {

std::string english(const TranslationTask& task, const Sentence& sentence) {
  std::string text;
  for (Index word : sentence) {
    if (word != task.source_end()) text.append(text.empty() ? "" : " ") += task.source()[word];
  }
  return text;
}

std::string french(const TranslationTask& task, const SentencePair& pair) {
  std::string text;
  for (const TargetWord& each : pair.target) {
    if (each.word != task.target_end()) text.append(text.empty() ? "" : " ") += task.target()[each.word];
  }
  return text;
}

/// The translation of a sentence; empty if the grammar does not have the sentence.
std::string translated(const TranslationTask& task, const std::string& text) {
  const auto pair = task.translate(task.read(split(text)));
  return pair ? french(task, *pair) : "";
}

/// Each noun, singular and plural, with the definite determiner, the demonstrative, and the possessive.
constexpr const char* kNouns[] = {
    "cat cats:le chat:les chats:ce chat:ces chats:mon chat:mes chats",
    "dog dogs:le chien:les chiens:ce chien:ces chiens:mon chien:mes chiens",
    "bird birds:l' oiseau:les oiseaux:cet oiseau:ces oiseaux:mon oiseau:mes oiseaux",
    "house houses:la maison:les maisons:cette maison:ces maisons:ma maison:mes maisons",
    "car cars:la voiture:les voitures:cette voiture:ces voitures:ma voiture:mes voitures",
    "girl girls:la fille:les filles:cette fille:ces filles:ma fille:mes filles",
    "boy boys:le garçon:les garçons:ce garçon:ces garçons:mon garçon:mes garçons",
    "teacher teachers:le professeur:les professeurs:ce professeur:ces professeurs:mon professeur:mes "
    "professeurs",
    "flower flowers:la fleur:les fleurs:cette fleur:ces fleurs:ma fleur:mes fleurs",
    "tree trees:l' arbre:les arbres:cet arbre:ces arbres:mon arbre:mes arbres",
    "book books:le livre:les livres:ce livre:ces livres:mon livre:mes livres",
    "letter letters:la lettre:les lettres:cette lettre:ces lettres:ma lettre:mes lettres",
    "king kings:le roi:les rois:ce roi:ces rois:mon roi:mes rois",
    "queen queens:la reine:les reines:cette reine:ces reines:ma reine:mes reines",
    "table tables:la table:les tables:cette table:ces tables:ma table:mes tables",
    "street streets:la rue:les rues:cette rue:ces rues:ma rue:mes rues",
    "river rivers:la rivière:les rivières:cette rivière:ces rivières:ma rivière:mes rivières",
    "horse horses:le cheval:les chevaux:ce cheval:ces chevaux:mon cheval:mes chevaux",
    "cow cows:la vache:les vaches:cette vache:ces vaches:ma vache:mes vaches",
    "ship ships:le bateau:les bateaux:ce bateau:ces bateaux:mon bateau:mes bateaux",
    "girlfriend girlfriends:l' amie:les amies:cette amie:ces amies:mon amie:mes amies",
    "star stars:l' étoile:les étoiles:cette étoile:ces étoiles:mon étoile:mes étoiles",
};

/// Each adjective with *the cat*, *the star*, *the cats* and *the stars*.
constexpr const char* kAdjectives[] = {
    "small:le petit chat:la petite étoile:les petits chats:les petites étoiles",
    "big:le grand chat:la grande étoile:les grands chats:les grandes étoiles",
    "young:le jeune chat:la jeune étoile:les jeunes chats:les jeunes étoiles",
    "pretty:le joli chat:la jolie étoile:les jolis chats:les jolies étoiles",
    "black:le chat noir:l' étoile noire:les chats noirs:les étoiles noires",
    "white:le chat blanc:l' étoile blanche:les chats blancs:les étoiles blanches",
    "green:le chat vert:l' étoile verte:les chats verts:les étoiles vertes",
    "tired:le chat fatigué:l' étoile fatiguée:les chats fatigués:les étoiles fatiguées",
    "intelligent:le chat intelligent:l' étoile intelligente:les chats intelligents:les étoiles intelligentes",
    "heavy:le chat lourd:l' étoile lourde:les chats lourds:les étoiles lourdes",
    "red:le chat rouge:l' étoile rouge:les chats rouges:les étoiles rouges",
    "slow:le chat lent:l' étoile lente:les chats lents:les étoiles lentes",
};

/// Each verb, singular and plural: alone or with *him*, and negated.
constexpr const char* kVerbs[] = {
    "sees see him:le voit:les voient:ne le voit pas:ne les voient pas",
    "eats eat him:le mange:les mangent:ne le mange pas:ne les mangent pas",
    "loves love him:l' aime:les aiment:ne l' aime pas:ne les aiment pas",
    "takes take him:le prend:les prennent:ne le prend pas:ne les prennent pas",
    "finds find him:le trouve:les trouvent:ne le trouve pas:ne les trouvent pas",
    "carries carry him:le porte:les portent:ne le porte pas:ne les portent pas",
    "looks-for look-for him:le cherche:les cherchent:ne le cherche pas:ne les cherchent pas",
    "draws draw him:le dessine:les dessinent:ne le dessine pas:ne les dessinent pas",
    "hears hear him:l' entend:les entendent:ne l' entend pas:ne les entendent pas",
    "sleeps sleep:dort:dorment:ne dort pas:ne dorment pas",
    "falls fall:tombe:tombent:ne tombe pas:ne tombent pas",
    "runs run:court:courent:ne court pas:ne courent pas",
    "sings sing:chante:chantent:ne chante pas:ne chantent pas",
    "leaves leave:part:partent:ne part pas:ne partent pas",
};

}  // namespace

TEST_CASE("nouns and their determiners have the forms of a table", "[translation]") {
  const TranslationTask task;
  CHECK(std::size(kNouns) >= 20);
  for (const char* line : kNouns) {
    const std::vector<std::string> rows = split(line, ':'), nouns = split(rows[0]);
    const std::string determiners[] = {"the ", "the ", "this ", "these ", "my ", "my "};
    for (std::size_t i = 0; i < 6; ++i) {
      const std::string verb = i % 2 == 0 ? " sleeps" : " sleep",
                        verb_french = i % 2 == 0 ? " dort" : " dorment";
      CHECK(translated(task, determiners[i] + nouns[i % 2] + verb) == rows[i + 1] + verb_french);
    }
  }
}

TEST_CASE("adjectives have the forms and places of a table", "[translation]") {
  const TranslationTask task;
  for (const char* line : kAdjectives) {
    const std::vector<std::string> rows = split(line, ':');
    const std::string nouns[] = {" cat falls", " star falls", " cats fall", " stars fall"};
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(translated(task, "the " + rows[0] + nouns[i]) == rows[i + 1] + (i < 2 ? " tombe" : " tombent"));
  }
  CHECK(translated(task, "this pretty red bird falls") == "ce joli oiseau rouge tombe");
  CHECK(translated(task, "my small tired girlfriends fall") == "mes petites amies fatiguées tombent");
}

TEST_CASE("verbs, pronouns and negations have the forms of a table", "[translation]") {
  const TranslationTask task;
  for (const char* line : kVerbs) {
    const std::vector<std::string> rows = split(line, ':'), verbs = split(rows[0]);
    const bool takes_object = verbs.size() == 3;
    const std::string object[] = {takes_object ? " him" : "", takes_object ? " them" : ""};
    CHECK(translated(task, "the king " + verbs[0] + object[0]) == "le roi " + rows[1]);
    CHECK(translated(task, "the kings " + verbs[1] + object[1]) == "les rois " + rows[2]);
    CHECK(translated(task, "the king does not " + verbs[1] + object[0]) == "le roi " + rows[3]);
    CHECK(translated(task, "the kings do not " + verbs[1] + object[1]) == "les rois " + rows[4]);
  }
  CHECK(translated(task, "the king sees her") == "le roi la voit");
  CHECK(translated(task, "the king loves her") == "le roi l' aime");
  CHECK(translated(task, "the king loves them") == "le roi les aime");
  CHECK(translated(task, "the king does not love this tree") == "le roi n' aime pas cet arbre");
  CHECK(translated(task, "the kings do not hear my girlfriend") == "les rois n' entendent pas mon amie");
  CHECK(translated(task, "the small white house sees them") == "la petite maison blanche les voit");
  CHECK(translated(task, "the small white dog sees them") == "le petit chien blanc les voit");
  CHECK(translated(task, "my small black cats do not see them") ==
        "mes petits chats noirs ne les voient pas");
}

TEST_CASE("the tables have all words of the grammar", "[translation]") {
  const TranslationTask task;
  std::set<std::string> known = {"<end>", "the",  "this", "these", "my", "him",
                                 "her",   "them", "do",   "does",  "not"};
  for (const char* line : kNouns)
    for (const std::string& word : split(split(line, ':')[0])) known.insert(word);
  for (const char* line : kAdjectives) known.insert(split(line, ':')[0]);
  for (const char* line : kVerbs)
    for (const std::string& word : split(split(line, ':')[0])) known.insert(word);
  for (const std::string& word : task.source().words()) {
    CAPTURE(word);
    CHECK(known.contains(word));
  }
  CHECK(known.size() == static_cast<std::size_t>(task.source().size()));
}

TEST_CASE("each French word names the English word that it comes from, and the noun of its form",
          "[translation]") {
  const TranslationTask task;
  const auto places = [&](const std::string& text) {
    std::string all;
    const auto pair = task.translate(task.read(split(text)));
    REQUIRE(pair);
    for (const TargetWord& each : pair->target)
      all += std::to_string(each.source) + (each.agrees < 0 ? " " : ">" + std::to_string(each.agrees) + " ");
    return all;
  };
  // la(the) petite(small) maison(house) blanche(white) les(them) voit(sees) end
  CHECK(places("the small white house sees them") == "0>3 1>3 3>3 2>3 5 4>3 6 ");
  // mes chats ne dessinent pas l' arbre lent end
  CHECK(places("my cats do not draw the slow tree") == "0>1 1>1 3 4>1 3 5>7 7>7 6>7 8 ");
}

TEST_CASE("random sentences are those of the parser, and fit the model", "[translation]") {
  const TranslationTask task;
  Rng rng(1);
  SentencePair pair;
  std::map<SpeechPart, int> parts;
  std::set<std::string> words;
  std::size_t longest = 0;
  for (int i = 0; i < 5000; ++i) {
    task.draw(rng, i % 2 == 0, pair);
    CAPTURE(english(task, pair.source));
    longest = std::max({longest, pair.source.size(), pair.target.size()});
    const auto again = task.translate(pair.source);
    REQUIRE(again);
    REQUIRE(again->target == pair.target);
    for (const TargetWord& each : pair.target) {
      ++parts[each.part];
      words.insert(task.target()[each.word]);
      REQUIRE((each.source >= 0 && each.source < static_cast<Index>(pair.source.size())));
    }
  }
  CHECK(longest <= static_cast<std::size_t>(kMostWords));
  CHECK(parts.size() == kSpeechParts.size());
  CHECK(words.size() + 1 == static_cast<std::size_t>(task.target().size()));  // all but the start
}

TEST_CASE("held-out pairs of sentences are never drawn for training", "[translation]") {
  const TranslationTask task;
  Rng rng(7);
  SentencePair pair;
  std::set<Sentence> trained;
  for (int i = 0; i < 30000; ++i) {
    task.draw(rng, false, pair);
    trained.insert(pair.source);
  }
  int seen = 0;
  for (int i = 0; i < 2000; ++i) {
    task.draw(rng, true, pair);
    seen += trained.contains(pair.source) ? 1 : 0;
  }
  CHECK(seen == 0);
}

TEST_CASE("a reader's sentence is read, or refused with what would work", "[translation]") {
  const TranslationTask task;
  CHECK(english(task, task.read(split("The king looks for HER!"))) == "the king looks-for her");
  CHECK(english(task, task.read(split("the kings do not look for her."))) == "the kings do not look-for her");
  CHECK_FALSE(task.translate(task.read(split("the king sleep"))));
  CHECK_FALSE(task.translate(task.read(split("king the sleeps"))));
  CHECK_FALSE(task.translate(task.read(split("the king sees"))));
  CHECK_FALSE(task.translate(task.read(split("the king sleeps her"))));
  CHECK_FALSE(task.translate(task.read(split("the king does not sleeps"))));
  CHECK_THROWS_MATCHES(task.read(split("...")), Error, Message("no words to read; expected 1 to 15"));
  CHECK_THROWS_MATCHES(
      task.read(std::vector<std::string>(16, "the")), Error,
      Message("16 words, as the model reads them, are more than the 15 that it has positions for"));
  CHECK_THROWS_AS(task.read(split("the unicorn sleeps")), Error);
}

TEST_CASE("forms of one French word have one lemma", "[translation]") {
  const TranslationTask task;
  const auto lemma = [&](const char* word) { return task.lemma(task.target().at(word)); };
  for (const char* word : {"la", "les", "l'"}) CHECK(lemma(word) == lemma("le"));
  for (const char* word : {"cet", "cette", "ces"}) CHECK(lemma(word) == lemma("ce"));
  for (const char* word : {"ma", "mes"}) CHECK(lemma(word) == lemma("mon"));
  CHECK(lemma("n'") == lemma("ne"));
  CHECK(lemma("blanches") == lemma("blanc"));
  CHECK(lemma("chevaux") == lemma("cheval"));
  CHECK(lemma("voient") == lemma("voit"));
  CHECK(lemma("voit") != lemma("mange"));
  CHECK(lemma("<start>") != lemma("<end>"));
}

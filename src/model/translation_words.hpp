#pragma once

#include <array>
#include <string_view>

namespace mha {

/// Forms of a French word by gender and number: masculine, feminine, masculine plural, feminine plural.
using Forms = std::array<std::string_view, 4>;

struct NounWords {
  std::string_view english, english_plural, french, french_plural;
  bool feminine;
};

/// `vowel`: masculine and feminine singular before a vowel.
struct DeterminerWords {
  std::string_view english, english_plural;
  Forms french;
  std::array<std::string_view, 2> vowel;
};

/// `before`: whether the French adjective stands before its noun.
struct AdjectiveWords {
  std::string_view english;
  Forms french;
  bool before;
};

/// An object pronoun. In French, it stands before the verb.
struct PronounWords {
  std::string_view english, french, vowel;
};

/// `third`: third person singular; `base`: plural, and after "do not" and "does not".
struct VerbWords {
  std::string_view third, base, french, french_plural;
  bool transitive;
};

inline constexpr std::array kNounWords = {
    NounWords{"cat", "cats", "chat", "chats", false},
    NounWords{"dog", "dogs", "chien", "chiens", false},
    NounWords{"bird", "birds", "oiseau", "oiseaux", false},
    NounWords{"house", "houses", "maison", "maisons", true},
    NounWords{"car", "cars", "voiture", "voitures", true},
    NounWords{"girl", "girls", "fille", "filles", true},
    NounWords{"boy", "boys", "garçon", "garçons", false},
    NounWords{"teacher", "teachers", "professeur", "professeurs", false},
    NounWords{"flower", "flowers", "fleur", "fleurs", true},
    NounWords{"tree", "trees", "arbre", "arbres", false},
    NounWords{"book", "books", "livre", "livres", false},
    NounWords{"letter", "letters", "lettre", "lettres", true},
    NounWords{"king", "kings", "roi", "rois", false},
    NounWords{"queen", "queens", "reine", "reines", true},
    NounWords{"table", "tables", "table", "tables", true},
    NounWords{"street", "streets", "rue", "rues", true},
    NounWords{"river", "rivers", "rivière", "rivières", true},
    NounWords{"horse", "horses", "cheval", "chevaux", false},
    NounWords{"cow", "cows", "vache", "vaches", true},
    NounWords{"ship", "ships", "bateau", "bateaux", false},
    NounWords{"girlfriend", "girlfriends", "amie", "amies", true},
    NounWords{"star", "stars", "étoile", "étoiles", true},
};

inline constexpr std::array kDeterminerWords = {
    DeterminerWords{"the", "the", {"le", "la", "les", "les"}, {"l'", "l'"}},
    DeterminerWords{"this", "these", {"ce", "cette", "ces", "ces"}, {"cet", "cette"}},
    DeterminerWords{"my", "my", {"mon", "ma", "mes", "mes"}, {"mon", "mon"}},
};

inline constexpr std::array kAdjectiveWords = {
    AdjectiveWords{"small", {"petit", "petite", "petits", "petites"}, true},
    AdjectiveWords{"big", {"grand", "grande", "grands", "grandes"}, true},
    AdjectiveWords{"young", {"jeune", "jeune", "jeunes", "jeunes"}, true},
    AdjectiveWords{"pretty", {"joli", "jolie", "jolis", "jolies"}, true},
    AdjectiveWords{"black", {"noir", "noire", "noirs", "noires"}, false},
    AdjectiveWords{"white", {"blanc", "blanche", "blancs", "blanches"}, false},
    AdjectiveWords{"green", {"vert", "verte", "verts", "vertes"}, false},
    AdjectiveWords{"tired", {"fatigué", "fatiguée", "fatigués", "fatiguées"}, false},
    AdjectiveWords{"intelligent", {"intelligent", "intelligente", "intelligents", "intelligentes"}, false},
    AdjectiveWords{"heavy", {"lourd", "lourde", "lourds", "lourdes"}, false},
    AdjectiveWords{"red", {"rouge", "rouge", "rouges", "rouges"}, false},
    AdjectiveWords{"slow", {"lent", "lente", "lents", "lentes"}, false},
};

inline constexpr std::array kPronounWords = {PronounWords{"him", "le", "l'"}, PronounWords{"her", "la", "l'"},
                                             PronounWords{"them", "les", "les"}};

inline constexpr std::array kVerbWords = {
    VerbWords{"sees", "see", "voit", "voient", true},
    VerbWords{"eats", "eat", "mange", "mangent", true},
    VerbWords{"loves", "love", "aime", "aiment", true},
    VerbWords{"takes", "take", "prend", "prennent", true},
    VerbWords{"finds", "find", "trouve", "trouvent", true},
    VerbWords{"carries", "carry", "porte", "portent", true},
    VerbWords{"looks-for", "look-for", "cherche", "cherchent", true},
    VerbWords{"draws", "draw", "dessine", "dessinent", true},
    VerbWords{"hears", "hear", "entend", "entendent", true},
    VerbWords{"sleeps", "sleep", "dort", "dorment", false},
    VerbWords{"falls", "fall", "tombe", "tombent", false},
    VerbWords{"runs", "run", "court", "courent", false},
    VerbWords{"sings", "sing", "chante", "chantent", false},
    VerbWords{"leaves", "leave", "part", "partent", false},
};

}  // namespace mha

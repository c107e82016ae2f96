/** Words about bugs that people really made, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-bugs.js").BUGS_PAGE>} */
export const bugsPage = {
  title: "Bugs que des gens ont vraiment faits",
  lead: "Chacun est une seule ligne fausse dans une couche d’attention multi-têtes. Les programmes tournent, et la plupart apprennent. Les images sont calculées dans cette page, sur une petite couche aux poids aléatoires, par le code auquel headscope check compare le vôtre.",
  exercises: "Les mêmes en exercices : trouver l’erreur",
  own: "Vérifier votre propre code",
  heads: "Projections et têtes",
  scores: "Scores",
  masks: "Masques",
  softmax: "Softmax et dropout",
  output: "Sortie",
  wrong: "Faux",
  right: "Juste",
  reported: "Signalé :",
  walk: "Le voir dans les étapes",
  mapOfWeights: (sentence, head) => `Attention de la tête ${head} dans la phrase ${sentence}`,
  mapOfOutput: (sentence) => `Sortie de la phrase ${sentence}`,
  failed: "L’image n’a pas pu être calculée.",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-bugs.js").BUG_WORDS>} */
export const bugs = {
  view_without_transpose: {
    title: "Têtes découpées par une vue sans transposition",
    why: "Une tête devrait tenir un morceau de chaque token. Ici la ligne d’un token est découpée, et chaque morceau compte comme un token à part.",
  },
  split_features_first: {
    title: "Têtes découpées les composantes d’abord",
    notice:
      "Rien n’échoue, et un nouveau modèle s’y adapte en apprenant. Des poids entraînés ailleurs donnent du bruit, car leurs têtes sont des colonnes voisines.",
  },
  raw_inputs: { title: "Les entrées servent de requêtes, de clés et de valeurs" },
  transposed: {
    title: "Une matrice de poids est transposée",
    why: "La matrice est carrée, si bien que sa transposée tourne aussi : chaque nombre d’une clé vient d’une autre colonne.",
    notice:
      "Toutes les formes sont justes, et un nouveau modèle apprend comme avant. Seuls des poids entraînés ailleurs donnent du bruit.",
  },
  no_bias: {
    title: "Les biais enregistrés ne sont jamais ajoutés",
    why: "Le checkpoint a des biais pour les requêtes, les clés et les valeurs, et le programme ne les ajoute pas.",
    notice:
      "Un nouveau modèle en souffre à peine. Un checkpoint qui a des biais écrit n’importe quoi alors qu’un autre sans biais marche : ce contraste trahit le bug.",
  },
  keys_ask: {
    title: "Les clés demandent, et les requêtes répondent",
    notice:
      "L’entraînement ne le montre pas, car W_Q et W_K échangent seulement leurs rôles. Les images sont tournées, et des poids entraînés ailleurs donnent d’autres résultats.",
  },
  no_scale: { title: "Les scores ne sont jamais divisés" },
  scale_d_model: {
    title: "Divisé par √d_model",
    notice:
      "La perte baisse tout de même, car W_Q et W_K peuvent grandir. Plus une couche a de têtes, plus son attention commence uniforme.",
  },
  scale_without_root: {
    title: "Divisé deux fois par √d_k",
    notice:
      "La perte baisse tout de même. Les scores le montrent : chacun est trop petit du facteur √d_k, et la ligne de poids est trop égale.",
  },
  scale_multiplied: {
    title: "Multiplié par √d_k",
    notice:
      "Dès le premier pas, chaque ligne a presque tout son poids sur une clé. Les gradients sont minuscules, et l’entraînement est lent ou instable.",
  },
  mask_reversed: { title: "Le masque est lu à l’envers" },
  not_masked: {
    title: "Le masque causal manque",
    why: "Chaque requête voit aussi les clés qui la suivent : le modèle lit le token qu’il doit prédire.",
    notice:
      "La perte est bien trop bonne, et le texte généré n’a pas de sens. Un test le trouve : changez le dernier token, et aucune sortie antérieure ne doit changer.",
  },
  mask_diagonal: {
    title: "Le masque bloque aussi le token lui-même",
    notice:
      "Le premier token ne voit rien : sa ligne est NaN, et la perte aussi. Avec −1e9 au lieu de −∞, la ligne est uniforme, et rien n’échoue.",
  },
  masked_afterwards: {
    title: "Masqué après le softmax",
    notice:
      "La perte ne le dit pas. La somme d’une ligne le dit, car elle est inférieure à 1 : les premiers tokens perdent l’essentiel de leur poids sur des clés bloquées.",
  },
  mask_repeat_order: {
    title: "Le masque est répété dans le mauvais ordre",
    why: "En mémoire, les têtes d’une phrase sont ensemble. Le masque a été répété en entier, si bien que des têtes ont reçu le remplissage d’une autre phrase.",
  },
  mask_as_square: {
    title: "Le masque de remplissage est lu comme requêtes par clés",
    notice:
      "Le code ne tourne que si un lot a autant de phrases que de tokens. Tous les autres lots lèvent une erreur : le bug attend celui qui convient.",
  },
  softmax_axis: { title: "Softmax sur les requêtes" },
  softmax_heads: {
    title: "Softmax sur les têtes",
    notice:
      "Rien n’échoue : la forme est juste, et chaque poids est entre 0 et 1. La somme d’une ligne le montre, car elle n’est pas 1.",
  },
  dropped_attention: {
    title: "Attention enregistrée après le dropout",
    notice:
      "L’entraînement est juste ; seules les images et les mesures ne le sont pas. Deux passes donnent deux images, et les lignes ne somment pas à 1.",
  },
  merge_without_transpose: {
    title: "Têtes réunies sans transposition",
    why: "Une ligne devrait tenir toutes les têtes d’un token. Ici elle tient plusieurs tokens d’une tête : d’abord tous ceux de la tête 0, puis ceux de la tête 1.",
  },
  no_output: {
    title: "La projection de sortie manque",
    notice:
      "Un nouveau modèle est un peu moins bon, car les couches suivantes compensent. Avec des poids enregistrés, cela se voit : W_O reste de trop.",
  },
};

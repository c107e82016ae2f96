/** Explanations of a layer's weights, in French. */

const COPIED =
  "W_K copie les sinus et cosinus de la position de la clé, W_Q ceux de la position de la requête";

export const kinds = {
  previous_token: {
    name: "précédent",
    score: "g Σ cos ω(i − 1 − j)",
    made: `${COPIED}, chaque paire tournée d’une position en arrière : ils s’accordent où j est juste avant i.`,
  },
  next_token: {
    name: "suivant",
    score: "g Σ cos ω(i + 1 − j)",
    made: `${COPIED}, chaque paire tournée d’une position en avant : ils s’accordent où j est juste après i.`,
  },
  first_token: {
    name: "premier",
    score: "g Σ cos ωj",
    made: "W_K copie les sinus et cosinus de la position de la clé. W_Q ne lit que le cosinus le plus lent, proche de 1 à chaque token, si bien que chaque requête cherche la position 0.",
  },
  self: { name: "soi-même", score: "g Σ cos ω(i − j)", made: `${COPIED} : ils s’accordent où j est i.` },
  near_tokens: {
    name: "proche",
    score: "g Σ cos ω(i − j), g petit",
    made: `${COPIED}, avec un gain si faible que les voisins ont leur part aussi.`,
  },
  same_word: {
    name: "même mot",
    score: "g Σ cos(a(i) − a(j))",
    made: "W_Q et W_K copient les composantes propres des mots : elles s’accordent le plus où les mots sont les mêmes.",
  },
  broad: { name: "large", score: "0", made: "W_Q est nulle : chaque clé reçoit le même poids." },
  random: {
    name: "aléatoire",
    score: "tiré au sort",
    made: "W_Q est tirée d’une loi normale, et W_K aussi sauf si d’autres têtes la partagent, à l’échelle qui donne aux scores un écart type de 2.",
  },
};

export const weights = {
  constructed: {
    title: "Construits.",
    what: "Personne n’a appris ces poids. Des formules les ont écrits, pour que chaque tête fasse une chose connue. Le vecteur d’un token contient son mot dans la première moitié et sa position, en paires de sinus et cosinus, dans la seconde ; W_K copie de telles paires, W_Q les copie ou les tourne. Le score mis à l’échelle de la requête i et de la clé j devient",
    more: "ω est la fréquence d’une paire, a(i) son angle pour le mot en i ; la somme porte sur les paires pour lesquelles une tête a de la place. Le gain g, dans W_Q, fait ressortir la meilleure clé. W_V et W_O sont tirées au sort avec des lignes ou colonnes orthonormées : ce qu’une tête transmet est tourné, pas appris.",
    drawn: "",
  },
  random: {
    title: "Aléatoires.",
    what: "Personne n’a appris ces poids : un entraînement commencerait par de tels poids. Ils sont tirés selon la règle de Xavier, pour que les nombres ne grandissent ni ne rétrécissent en chemin :",
    more: "Les scores restent petits, si bien que chaque tête étale son poids sur presque toutes les clés.",
    drawn: "W_Q, W_K et W_V uniformément entre ±√(6 / (lignes + colonnes)), W_O entre ±1/√lignes.",
  },
  small: {
    title: "Petits.",
    what: "Personne n’a appris ces poids. Ils sont tirés comme l’étaient la plupart de ceux de GPT-2 avant son entraînement :",
    more: "Les scores restent près de 0, si bien que chaque tête étale son poids sur toutes les clés.",
    drawn: "d’une loi normale d’écart type 0.02.",
  },
  trained: {
    title: "Appris.",
    what: "Personne n’a écrit ces poids : un petit modèle les a appris en complétant les mots d’une seule grammaire. Voici une de ses couches, et ce qu’elle lit de la phrase.",
    more: "La page Entraîner montre comment ils sont venus, et ce que l’on a trouvé que fait chaque tête.",
    drawn: "",
  },
  language: {
    title: "Modèle de langue.",
    what: "Personne n’a écrit ces poids : un petit modèle les a appris en devinant le morceau suivant d’un texte, dans la World English Bible et les définitions et exemples de WordNet, en anglais. Voici une de ses quatre couches, et l’entrée réelle de cette couche pour la phrase : après sa LayerNorm, les positions tournées dans les requêtes et les clés.",
    more: "Il connaît 4 096 morceaux de mots, en minuscules. Il coupe les autres mots, comme tired en t et ##ired, et commence chaque texte par [BOS]. La page Modèles montre toutes ses têtes.",
    drawn: "",
  },
  translation: {
    title: "Traduction.",
    what: "Personne n’a écrit ces poids : un petit modèle, avec une couche d’encodeur et une de décodeur, les a appris en traduisant de l’anglais vers le français les phrases d’une petite grammaire. Voici une de ses trois attentions, avec son entrée pour la phrase.",
    more: "Dans l’attention croisée, chaque requête porte le nom du mot français que le modèle y écrit : il a lu les mots d’avant. Les mots du décodeur commencent par <start> et ont un mot de retard.",
    drawn: "",
  },
  vision: {
    title: "Images.",
    what: "Personne n’a écrit ces poids : un petit modèle les a appris en nommant les vêtements de 60 000 images grises de 28 × 28 pixels (Fashion-MNIST). Voici une de ses quatre couches, et l’entrée réelle de cette couche pour l’image, après sa LayerNorm.",
    more: "Un token est un carré de 4 × 4 pixels, dans l’ordre de la lecture. Avant eux vient [CLS], un token sans carré : de sa ligne dans la dernière couche, le modèle tire la classe.",
    drawn: "",
  },
};

export const headWeights = {
  narrow:
    "Cette couche n’a pas de composantes pour cela : la W_Q de la tête est nulle, chaque clé reçoit donc le même poids.",
  own: "Ces poids ont été fournis à l’élément ; comment ils ont été faits, la page ne le sait pas.",
  again: (/** @type {number} */ kinds) =>
    `À partir de la tête ${kinds}, elles refont la même chose avec d’autres paires.`,
  item: (/** @type {{ head: number, name: string }} */ { head, name }) => `tête ${head}, ${name}`,
  head: (/** @type {{ head: string, name: string }} */ { head, name }) => `${head}${name && `, ${name}`}.`,
  score: "Score",
  nobody: "Personne ne l’a appris.",
  measured: (/** @type {string} */ habit) => `Mesuré ici, sur tous les tokens : ${habit}.`,
  tested: (/** @type {string} */ role, /** @type {number} */ sentences) =>
    `Mesuré sur ${sentences} phrases hors entraînement : ${role}.`,
  drawn: (/** @type {string} */ how) => `Ses poids sont tirés comme tous les autres : ${how}`,
};

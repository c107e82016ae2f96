/** Words of the lab that builds a head, in French. */

/** @type {import("../lab-list.js").Title} */
export const buildTitle = {
  name: "Bâtir",
  question: "Pouvez-vous écrire les poids d’une tête qui trouve ce que vous voulez, et que ne peut pas faire une seule tête ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").BUILD>} */
export const labBuild = {
  place: "regarder",
  back: "tokens en arrière",
  ahead: "tokens en avant",
  itself: "soi-même",
  offset: (offset) =>
    offset === 0 ? "soi-même" : `${Math.abs(offset)} ${offset < 0 ? "en arrière" : "en avant"}`,
  offsetName: "à quelle distance, en tokens",
  word: "même mot",
  first: "premier token",
  sharpness: "netteté",
  nats: "nats",
  picture: {
    wQ: "Les colonnes de W_Q de cette tête, transposées",
    wK: "Ses colonnes de W_K, transposées",
    map: "Ce qu’elle regarde",
    word: "mot",
    position: "position",
  },
  how: "W_K copie des paires de sinus et de cosinus des vecteurs des mots. W_Q les copie aussi, tournées d’autant de positions qu’il y a entre elle et ce qu’elle regarde, et multipliées par un gain : plus c’est net, plus il est grand. Rien n’est appris.",
  puzzle: "Une énigme",
  task: (asks, finds) => `Tournez les réglages jusqu’à ce que « ${asks} » trouve « ${finds} ».`,
  now: (asks, finds, weight, enough) =>
    `« ${asks} » donne ${weight} à « ${finds} ». Il l’a trouvé à partir de ${enough}.`,
  solved: (weight) => `Trouvé, avec un poids de ${weight}.`,
  counted: (word, weight) =>
    `Elle l’a fait en comptant. Avec un mot de plus entre les deux, « ${word} », la même tête lui donne ${weight} : elle connaît une place, pas ce que le mot veut dire. Une tête qui trouve par le sens doit être apprise ; la page Entraîner en a une.`,
  more: "really",
  hints: "Indices",
  hint: [
    (asks, finds) =>
      `Une tête faite par formule connaît les places, et si deux mots sont les mêmes. « ${finds} » n’est ni le premier mot ni le même que « ${asks} ».`,
    (asks, finds, from, to) =>
      `« ${asks} » est le mot ${from}, « ${finds} » le mot ${to}, comptés à partir de 0.`,
    (asks, finds, from, to) =>
      `Regardez ${Math.abs(to - from)} ${to < from ? "en arrière" : "en avant"}, sans rien d’autre, et augmentez la netteté jusqu’à ce que ses voisins reçoivent peu.`,
  ],
  none: "L’énigme a besoin d’une phrase avec « it » et « animal ».",
  given:
    "Les vecteurs de cette couche lui ont été donnés : dans ce qu’aucune formule n’a fait, aucune ne peut lire les places.",
  cell: (query, key, weight) => `« ${query} » regarde « ${key} » avec ${weight}.`,
  figure:
    "Les colonnes de W_Q et de W_K de la tête, et son attention. Entrée, puis les flèches, pour parcourir l’attention.",
  corner: "requête",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").WANTED>} */
export const labWanted = {
  heading: "Une tête à qui l’on demande deux choses à la fois",
  about:
    "Peignez qui doit regarder qui, avec un poids de 1 chacun. Puis le cœur de calcul cherche la tête qui s’en approche le plus, et les deux têtes qui y arrivent ensemble, par descente de gradient sur W_Q et W_K.",
  cut: (most) => `Seuls les ${most} premiers mots de la phrase servent.`,
  both: "« it » : « animal » et « tired »",
  beside: "chaque mot : le précédent et le suivant",
  clear: "Effacer",
  find: "Trouver la meilleure tête, et les deux meilleures",
  stop: "Arrêter",
  wanted: "voulu",
  one: "la meilleure tête",
  two: "les deux meilleures, ajoutées",
  each: (head) => `tête ${head === 0 ? "A" : "B"} des deux`,
  progress: (heads, start, of, step) =>
    `${heads === 1 ? "Une tête" : "Deux têtes"}, départ ${start} sur ${of} : étape ${step}`,
  paint:
    "Appuyez sur une case pour la vouloir, de nouveau pour y renoncer ; glissez pour peindre. Puis laissez chercher le cœur de calcul.",
  nothing: "Rien n’est encore voulu.",
  losses: (one, two) =>
    `Erreur quadratique d’une ligne, en moyenne : ${one} par la meilleure tête, ${two} par les deux meilleures.`,
  little: "moins de 0.001",
  others: "Aux autres lignes, rien n’est demandé : ce qu’elles contiennent n’a pas d’importance.",
  budget:
    "Une ligne est un budget de 1 : le softmax fait que les poids de chaque ligne ont 1 pour somme. Une tête à qui l’on demande deux choses donne donc une moitié à chacune, et manque les deux d’autant. Une seconde tête est un second budget.",
  surplus:
    "Ce qu’un budget a de trop doit aussi être dépensé : dans une ligne qui ne veut qu’une chose, la seconde tête répand son poids sur toutes les clés, là où il gêne le moins.",
  apart:
    "Personne n’a dit aux deux têtes laquelle des choses revient à qui. Elles se les partagent selon la graine de leurs premiers poids.",
  figure: (tokens) =>
    `Ce qui est voulu de ${tokens} poids par ${tokens}, et ce que donnent les meilleures têtes. Entrée, puis les flèches, pour parcourir ce qui est voulu ; Entrée veut une case ou y renonce.`,
  cell: (query, key, isWanted) => `« ${query} » → « ${key} » : ${isWanted ? "voulu" : "pas voulu"}`,
  corner: "carte, requête",
};

/** Words about the picture that a model reads, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-picture.js").MODEL_PICTURE>} */
export const modelPicture = {
  picture: "image",
  choose: "Choisir une image",
  hint: (take) => ["ou déposez, collez ou ", take, " une image ; elle reste sur cette machine"],
  take: "prenez",
  nothingYet: "Choisissez, déposez ou collez une image : ce que chaque tête y regarde apparaît ici.",
  drawn: (name) => `${name}, retouchée`,
  all: "Chaque tête sur l’image",
  sheet: (query) =>
    `L’image avec les poids de ${query} par-dessus, en petit pour chaque tête. Pressez Entrée, puis choisissez une tête avec les flèches.`,
  press: "Pressez une tête pour la voir en grand.",
  views: "Quels poids sont sur l’image",
  draw: "Dessiner",
  tools: "Outils",
  tool: { patches: "masquer des carreaux", pen: "dessiner", rub: "effacer" },
  colour: "couleur du crayon",
  blank: "Feuille vide",
  undo: "Comme avant",
  how: {
    patches: "Pressez des carreaux ou glissez dessus : le modèle les lit comme noirs.",
    pen: "Dessinez sur l’image : têtes et classes suivent.",
    rub: "Effacez-en des parties : têtes et classes suivent.",
  },
  keys: "Une autre Entrée applique l’outil au carreau.",
  classes: "Classes ; pressez-en une pour demander quelles têtes comptent pour elle",
  noClasses: "Les poids n’ont pas de classifieur : rien n’est prédit.",
  textTower: "La tour de texte, à côté de la tour de vision, n’est pas lue.",
  layer: (layer) => `couche ${layer}`,
  corner: "classe",
  columns: ["probabilité"],
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-picture.js").CAMERA>} */
export const camera = {
  still: "caméra",
  shoot: "Prendre la photo",
  close: "Fermer la caméra",
  waiting: "Autorisez la caméra là où le navigateur le demande.",
  preview: "Ce que voit la caméra",
  denied:
    "Le navigateur ne donne pas de caméra à cette page : elle a été refusée ici, dans ses réglages, ou par la page qui entoure celle-ci. Autorisez-la près de l’adresse et pressez de nouveau, ou choisissez un fichier.",
  none: "Le navigateur ne trouve pas de caméra sur cette machine. Branchez-en une et pressez de nouveau, ou choisissez un fichier.",
  busy: "La caméra n’a pas pu démarrer ; un autre programme l’utilise peut-être. Fermez-le et pressez de nouveau, ou choisissez un fichier.",
  insecure:
    "Les navigateurs ne donnent une caméra qu’aux pages servies par https ou par cette machine, et celle-ci n’est ni l’une ni l’autre. Choisissez un fichier.",
  other: (reason) =>
    `La caméra n’a pas donné d’image : ${reason}. Pressez de nouveau, ou choisissez un fichier.`,
};

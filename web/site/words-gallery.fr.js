/** Words of the gallery, in French. */
export const gallery = {
  title: "Galerie",
  lead: "Huit figures telles qu’elles se trouvent ailleurs, chacune avec sa source à copier. Appuyez sur une image pour vous en servir.",
  scripts: "D’où viennent les scripts (en anglais)",
  own: "Faire sa propre figure",
  press: "Appuyer pour s’en servir",
  copy: "Copier",
  guide: "Guide (en anglais)",
  article: "Dans un article",
  articleWhat:
    "Des liens du texte choisissent une tête, les nombres viennent de la figure, et une question vérifie la réponse du lecteur.",
  lecture: "Dans un cours",
  lectureWhat:
    "Un seul lien contient les images d’une leçon. Les flèches ou une télécommande les font défiler, en grand sur tout projecteur.",
  notebook: "Dans un notebook",
  notebookWhat:
    "Une couche, étape par étape, comme sortie d’une cellule. Une autre fonction montre l’attention de votre propre modèle.",
  slide: "Sur une diapositive",
  slideWhat:
    "Une figure dans reveal.js. Tant qu’elle a le focus, elle traite ses propres touches ; toutes les autres font défiler les diapositives.",
  bug: "Un bug trouvé",
  bugWhat:
    "La commande compare vos tableaux avec le cœur de calcul, et nomme l’étape et l’erreur. Appuyez sur le bouton pour voir ce que cette erreur fait à l’attention.",
  head: "Une tête d’un modèle de langue",
  headWhat:
    "La tête 1 de la couche 2 du petit modèle trouve les répétitions : le second « cat » regarde « sat », le morceau qui suit le premier. Changez la phrase.",
  translation: "Une traduction",
  translationWhat:
    "L’attention croisée d’un petit modèle qui traduit : chaque mot français, une ligne, regarde des mots anglais.",
  image: "Une image",
  imageWhat:
    "Les têtes d’un petit transformer de vision, sur l’image qu’il lit. Pressez un carreau pour qu’il demande.",
};

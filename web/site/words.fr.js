/** Words of the hosted pages, in French. */

export const site = { share: "Lien", copied: "Copié", link: "Le lien vers ce que vous voyez :" };

/** Words of frame-standalone.html. */
export const framePage = {
  noModels:
    "view=models a besoin de plus de fichiers que frame-standalone.html n’en contient. frame.html, avec ses dossiers, le montre.",
};

/** Words of their markup. */
export const pages = {
  skip: "Aller au contenu",
  pages: "Pages",
  walk: "Étapes",
  heads: "Têtes",
  train: "Entraîner",
  models: "Modèles",
  learn: "Cours",
  teach: "Enseigner",
  embed: "Insérer",
  docs: "Docs",
  menu: "Menu",
  language: "Langue",
  english: "Le cours est en anglais.",
  share: "Lien",
  theme: "Passer du clair au sombre",
  walkTitle: "Headscope : voir l’attention multi-têtes se faire",
  what: "L’attention multi-têtes, étape par étape ; tout est calculé dans cette page.",
  start: "Commencer au début",
  loading: "Chargement du cœur de calcul de l’attention…",
  walkNeeds:
    "Headscope dessine une couche d’attention multi-têtes, calculée dans votre navigateur. Il lui faut JavaScript et WebAssembly.",
  frameTitle: "Headscope : attention multi-têtes",
  headsTitle: "Headscope : interroger les têtes d’attention",
  headsNeeds:
    "Headscope montre ce que fait chaque tête d’attention, calculé dans votre navigateur. Il lui faut JavaScript et WebAssembly.",
  trainTitle: "Headscope : regarder des têtes d’attention apprendre",
  modelsTitle: "Headscope : toutes les têtes d’un vrai modèle",
  modelsNeeds:
    "Headscope montre chaque tête d’un modèle de langue de votre disque, calculé dans votre navigateur. Il lui faut JavaScript et WebAssembly.",
  embedTitle: "Headscope : une figure pour votre page",
  embedNeeds:
    "Headscope dessine une figure de l’attention multi-têtes et écrit le code qui la met dans votre page. Il lui faut JavaScript et WebAssembly.",
  embedGallery: "Galerie : huit figures avec leur source",
  trainNeeds:
    "Headscope entraîne un petit modèle d’attention sous vos yeux, calculé dans votre navigateur. Il lui faut JavaScript et WebAssembly.",
  student: "Votre nom",
  saveProgress: "Enregistrer mes réponses pour un enseignant",
  forget: "Oublier mes réponses",
  teachTitle: "Pour enseigner",
  teachLead:
    "Tout ce qu’il faut pour un cours ou une semaine sur l’attention multi-têtes. Le matériel est tiré du cours même : ses nombres et ses réponses sont calculés, comme ceux des figures.",
  teachPrepare: "Préparer",
  teachGuide: "Guide de l’enseignant (en anglais)",
  teachGuideWhat: "objectifs, démonstration, points à dire et erreurs probables, chapitre par chapitre",
  teachSyllabus: "Programme (en anglais)",
  teachSyllabusWhat: "deux cours de 90 minutes, ou une semaine",
  teachReading: "Lectures (en anglais)",
  teachReadingWhat: "les articles derrière le cours, avec un mot sur l’intérêt de chacun",
  teachPresent: "Présenter",
  teachPresentHow:
    "Chacun de ces liens montre une page pour le projecteur, agrandie à la fenêtre. Les flèches tournent les pages, F remplit l’écran, et les repères restent dans le lien.",
  teachPresentWalk: "Présenter les étapes",
  teachPresentWalkWhat: "une étape par touche",
  teachPresentHeads: "Présenter les têtes",
  teachPresentHeadsWhat: "toutes les cartes, et une tête après l’autre",
  teachPresentTrain: "Présenter l’entraînement",
  teachPresentTrainWhat: "un modèle apprend, moment par moment",
  teachPresentChapters: "Présenter les chapitres",
  teachPresentChaptersWhat: "un paragraphe par touche, puis le chapitre suivant",
  teachPresentMore: "Touches et repères (en anglais)",
  teachPresentMoreWhat: "comment garder une leçon dans un lien",
  teachHandOut: "Distribuer",
  teachHandout: "Polycopié (en anglais)",
  teachHandoutWhat: "tous les chapitres avec leurs questions sur papier, les réponses à la fin",
  teachSheet: "Une feuille (en anglais)",
  teachSheetWhat: "les étapes, les formes et les formules, à imprimer",
  teachExercises: "Exercices, un notebook (en anglais)",
  teachExercisesWhat: "une tâche vérifiée par chapitre, en NumPy",
  teachExercisesTorch: "exercices en PyTorch",
  teachSolutions: "Solutions, un notebook",
  teachSolutionsWhat: "le même, avec les solutions",
  teachSolutionsTorch: "solutions en PyTorch",
  teachMistakes: "Trouver l’erreur",
  teachMistakesWhat:
    "des programmes en PyTorch avec une ligne fausse chacun, d’après des bugs que des gens ont vraiment faits",
  teachMistakesSolved: "Trouver l’erreur, solutions",
  teachMistakesSolvedWhat: "la ligne de chaque programme, et la ligne juste",
  teachBugs: "Bugs que des gens ont vraiment faits",
  teachBugsWhat: "les mêmes erreurs, avec des images et des signalements publics",
  teachMoodle: "Questions pour Moodle",
  teachMoodleWhat: "toutes les questions en XML de Moodle, par chapitre, avec un retour sur chaque erreur",
  teachQTI: "Questions en QTI 2.1",
  teachQTIWhat: "les mêmes pour d’autres plateformes",
  teachGrade: "Noter",
  teachGradeHow:
    "Le code d’un étudiant est comparé au cœur de calcul, tableau par tableau ; le rapport nomme la première étape qui diffère, et l’erreur si elle est connue.",
  teachRecipe: "Noter les rendus automatiquement (en anglais)",
  teachRecipeWhat: "un script autour de headscope check --json",
  teachNeeds: "Le tableau de la classe a besoin de JavaScript.",
  teachClass: "Votre classe",
  teachClassHow:
    "Dans Cours, les étudiants enregistrent leurs réponses dans un fichier. Mettez ici les fichiers de votre classe pour voir où en est chacun, et quelles questions posent problème.",
};

/** Words around a presented page. */
export const present = {
  title: "Présentation",
  bookmark: (/** @type {number} */ i) => `Repère ${i}`,
  add: "Marquer ceci",
  remove: "Retirer ce repère",
  fullScreen: "Plein écran",
  leave: "Quitter",
};

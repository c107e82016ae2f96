/** Words of the hosted pages, in French. */

export const site = { share: "Lien", copied: "Copié", link: "Le lien vers ce que vous voyez :" };

/** Words of their markup. */
export const pages = {
  skip: "Aller au contenu",
  pages: "Pages",
  walk: "Étapes",
  heads: "Têtes",
  train: "Entraîner",
  models: "Modèles",
  learn: "Cours",
  embed: "Insérer",
  docs: "Docs",
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
  trainNeeds:
    "Headscope entraîne un petit modèle d’attention sous vos yeux, calculé dans votre navigateur. Il lui faut JavaScript et WebAssembly.",
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

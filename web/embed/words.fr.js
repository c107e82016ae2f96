/** Words of the page that builds a figure's tag, in French. */
export const embed = {
  title: "Une figure pour votre page",
  sentence: "phrase",
  opens: "s’ouvre sur",
  others: "plus sur l’ouverture",
  layer: "couche",
  look: "apparence",
  around: "texte autour de la figure",
  settings: "Réglages",
  readers: "ce que vos lecteurs peuvent changer",
  more: (/** @type {number} */ settings, /** @type {number} */ on) =>
    `${settings} autres réglages, dont ${on} offerts`,
  selection: "sélection",
  rows: {
    view: "montrer",
    part: "partie",
    ending: "dernier mot",
    controls: "réglages offerts",
    readonly: "lecture seule",
    theme: "thème",
    accent: "accent",
    ink: "encre",
    paper: "papier",
    font: "polices",
    width: "largeur maximale, px",
    alt: "texte de remplacement",
    caption: "légende",
    fallback: "image pendant le chargement",
    src: "dossier du modèle",
    text: "phrase",
    second: "deuxième phrase",
    preview: "largeur",
    code: "code pour",
  },
  views: {
    walk: "étapes",
    heads: "têtes",
    head: "une tête",
    map: "carte",
    memory: "mémoire",
    code: "code",
    opening: "ouverture",
    models: "un modèle de langue",
  },
  parts: {
    "": "tout",
    text: "phrase",
    heads: "têtes",
    head: "une tête",
    ablation: "ablation",
    writes: "ce qu’elle écrit",
    pair: "deux phrases",
  },
  pick: (/** @type {string} */ name) => `Choisir une couleur : ${name}`,
  controls: { none: "aucun", few: "peu", all: "tous" },
  themes: { "": "comme ma page", light: "clair", dark: "sombre" },
  widths: { 340: "340", 640: "640", full: "pleine" },
  targets: {
    html: "HTML",
    iframe: "iframe",
    react: "React",
    mdx: "MDX",
    quarto: "Quarto",
    myst: "MyST pour Sphinx",
    directive: "MyST",
    jupyter: "Jupyter",
    markdown: "Image Markdown",
  },
  stands: "telle que vos lecteurs la verront",
  preview: "La figure, à sa largeur dans votre page",
  copy: (/** @type {string} */ name) => `Copier le code pour ${name}`,
  noClipboard: "Cette page n’a pas accès au presse-papiers. Copiez le code d’ici.",
  program: (/** @type {string} */ name) => `Code pour ${name}`,
  downloads: "Téléchargements",
  download: (/** @type {string} */ file) => `Télécharger ${file}`,
  link: "Lien",
  beside: (/** @type {string} */ files) => `Placez ${files} dans le dossier de votre page.`,
  installed: "Installez le paquet headscope.",
  saved: "Placez le SVG dans le dossier de votre texte.",
  lost: (/** @type {{ name: string, lost: string }} */ { name, lost }) =>
    `${name} ne permet pas d’exprimer : ${lost}.`,
  policy: (/** @type {string} */ policy) =>
    `La figure n’envoie aucune requête à d’autres serveurs, et fonctionne sous ${policy}.`,
  failed: (/** @type {string} */ reason) => `Le fichier n’a pas pu être créé : ${reason}`,
};

/** Words about low contrast. */
export const faint = {
  tones: { ink: "L’encre", accent: "L’accent", muted: "Le texte secondaire" },
  said: (
    /** @type {{ tone: string, theme: string, ratio: string, least: number }} */ {
      tone,
      theme,
      ratio,
      least,
    },
  ) =>
    `${tone} se voit mal sur le papier (${theme}) : son contraste est de ${ratio}, il en faut ${least}. Choisissez une autre couleur, ou un seul thème.`,
};

/** Messages of the page Embed, in French, by id. */
export const messagesById = {
  no_fonts: "{name} {value} n’est pas une liste de polices, comme {example}",
  no_colour: "{name} {value} n’est pas une couleur de trois ou six chiffres, comme {example}",
  no_width: "{name} {value} n’est pas une largeur de {least} à {most} px, comme {example}",
};

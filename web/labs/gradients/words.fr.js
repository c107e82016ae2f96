/** Words of the lab of gradients, in French. */

/** @type {import("../lab-list.js").Title} */
export const gradientsTitle = {
  name: "Gradients",
  question: "De quels nombres une perte dépend-elle, et bouge-t-elle comme le dit son gradient ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").FORMULAS>} */
export const backwardFormulas = {
  linear: "∂{x} = ∂{y} · {w}ᵀ",
  matmul: ["∂{x} = ∂{y} · {other}ᵀ", "∂{x} = {other}ᵀ · ∂{y}"],
  scale: "∂{x} = {factor} · ∂{y}",
  mask: "∂{x} = ∂{y}, et 0 où c’est bloqué",
  softmax: "∂{x} = {y} ∘ (∂{y} − Σⱼ {y} ∘ ∂{y})",
  dropout: "∂{x} = ∂{y} ∘ gardés ÷ (1 − p)",
  rope: "∂{x} = ∂{y}, tourné en sens inverse",
  rope_half: "∂{x} = ∂{y}, tourné en sens inverse",
  rms_norm: "∂{x} = (w ∘ ∂{y} − {x} · moyenne(w ∘ ∂{y} ∘ {x}) ÷ (moyenne {x}² + ε)) ÷ √(moyenne {x}² + ε)",
  softcap: "∂{x} = (1 − ({y} ÷ c)²) ∘ ∂{y}",
  alibi: "∂{x} = ∂{y}",
  sink: "∂{x} = ∂{y}, sans la colonne du puits",
  concat: "∂{x} = ∂{y}, la part qui est la sienne",
  expand: "∂{x} = ∂{y}, sommé sur les têtes qui le partagent",
  add: "∂{x} = ∂{y}",
  moved: "∂{x} = ∂{y}, dans la forme de {x}",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").GRADIENTS>} */
export const labGradients = {
  loss: "la perte L :",
  kinds: [
    ["number", "un nombre de la sortie"],
    ["row", "la somme d’une ligne de sortie"],
    ["weight", "un poids d’attention"],
  ],
  token: "token",
  column: "colonne",
  key: "clé",
  head: "tête",
  most: (most) => `les colonnes vont de 0 à ${most}`,
  is: (what, value) => `L = ${what} = ${value}`,
  map: "∂L à chaque station, tête par tête ; chacune sur sa propre échelle autour de 0. Appuyez sur l’une pour l’agrandir.",
  station: (id) => `∂L/∂${id}`,
  start: "1 là où la perte est lue, 0 ailleurs.",
  none: "L ne dépend pas de ce tenseur.",
  and: "sommé sur toutes les étapes qui le lisent",
  element: (id, index, value) => `∂L/∂${id}[${index.join(", ")}] = ${value}`,
  there: (id, value, gradient) => `là ${id} vaut ${value} et ∂L/∂${id} vaut ${gradient}`,
  products: (products) => `une somme de ${products} produits`,
  nudge: "Pousser un poids",
  matrix: "de",
  row: "ligne",
  by: "de",
  largest: "plus grand gradient",
  place: (rows, columns) => `les lignes vont de 0 à ${rows - 1}, les colonnes de 0 à ${columns - 1}`,
  table: ["", "prédit par le gradient", "recalculé"],
  moves: "L bouge de",
  becomes: "L devient",
  weight: (name, value, gradient) => `${name} vaut ${value}, et ∂L/∂${name} vaut ${gradient}.`,
  curve: "L quand ce poids est poussé",
  line: "prédit",
  run: "recalculé",
  why: "Un gradient est la pente là où l’on se tient : tout près elle est juste, plus loin la perte s’en écarte en se courbant.",
  chart: "La perte quand un poids est poussé, et la droite qu’est son gradient",
  figure:
    "Le gradient de la perte à chaque station de la couche. Entrée, puis les flèches, pour aller de station en station.",
  large: (id) => `Le gradient de la perte par rapport à ${id}`,
  corner: "élément",
  columns: ["gradient"],
};

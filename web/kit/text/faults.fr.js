/** Words of wrong paths, in French. */

/** @typedef {import("./faults.js").Sizes} Sizes */

export const chips = {
  view_without_transpose: (/** @type {Sizes} */ { B, T, heads, dK }) => `.view(${B}, ${heads}, ${T}, ${dK})`,
  merge_without_transpose: (/** @type {Sizes} */ { B, T, concat }) => `.view(${B}, ${T}, ${concat})`,
  view_without_contiguous: () => ".view sans .contiguous()",
  no_scale: () => "sans ÷ √d_k",
  raw_inputs: () => "x brut pour Q, K, V",
  softmax_axis: () => "softmax sur les requêtes",
  mask_reversed: () => "masque : true = visible",
  mask_repeat_order: () => "mask.repeat(H, 1, 1)",
  rope_style: () => "les autres paires tournées",
  positions_restart: () => "positions de nouveau à 0",
  alibi_sign: () => "+ pente · distance",
  window_off_by_one: () => "une clé de trop",
};

export const wrong = {
  path: (/** @type {string} */ chip) => `Fausse route : ${chip}`,
  pair: "La fausse route demande deux phrases ; le parcours montre les deux",
  without: (/** @type {string} */ id) => `La fausse route n’a pas d’étape ${id}`,
  sums: "La somme des lignes n’est pas 1",
};

const TWO_BY_TWO = "L’erreur apparaît à partir de deux têtes et deux tokens.";

export const faults = {
  none: "Aucune différence à ces tailles",
  view_without_transpose: {
    right: (/** @type {Sizes} */ { B, T, heads, dK }) => `.view(${B}, ${T}, ${heads}, ${dK}).transpose(1, 2)`,
    title: () => "Même forme, mauvais nombres",
    why: () =>
      "Les cases sont colorées par {T|token}. Correct : chaque {H|tête} voit tous les tokens. Faux : la ligne d’un token est découpée et distribuée comme si chaque morceau était un token.",
    training:
      "Les formes s’accordent, donc rien n’échoue ; un modèle peut même s’entraîner. Seulement, les têtes n’en sont plus.",
    elsewhere: TWO_BY_TWO,
  },
  merge_without_transpose: {
    right: (/** @type {Sizes} */ { B, T, concat }) =>
      `.transpose(1, 2).contiguous().view(${B}, ${T}, ${concat})`,
    title: () => "Les têtes deviennent des tokens",
    why: () =>
      "Les cases sont colorées par {T|token}. Sans la transposition en retour, les lignes se remplissent {H|tête} par tête, tous les tokens de la première avant ceux de la deuxième, et non avec toutes les têtes d’un token.",
    training:
      "La perte baisse quand même, car W_O apprend à contourner ; les positions fuient les unes dans les autres, même à travers un masque causal.",
    elsewhere: TWO_BY_TWO,
  },
  view_without_contiguous: {
    right: (/** @type {Sizes} */ { B, T, concat }) => `.contiguous().view(${B}, ${T}, ${concat})`,
    title: () => "La vue qui est refusée",
    why: () =>
      "Les {H|têtes} et les {d_v|composantes} d’un même token ne se suivent pas en mémoire ici : aucun {stride|pas} ne peut à lui seul parcourir les deux comme un seul axe.",
    training:
      "On n’arrive jamais jusque-là : celle-ci échoue bruyamment dès le premier essai, ce qui en fait la plus clémente de toutes.",
    elsewhere:
      "Elle est refusée à partir de deux têtes, deux tokens et deux composantes par tête : des tests de trop petite taille ne la voient pas.",
  },
  no_scale: {
    right: (/** @type {Sizes} */ { dK }) => `scores / math.sqrt(${dK})`,
    title: () => "Plus la tête est large, plus c’est tranché",
    why: () =>
      "Un produit scalaire de {d_k|d_k} termes s’étale comme √d_k. Sans mise à l’échelle, le plus grand score prend d’autant plus de poids que la tête est large : le {softmax|softmax} sature.",
    training:
      "Plus une clé prend du poids d’une ligne, moins elle transmet de gradient : la ligne médiane moins que la moyenne, que soutiennent quelques lignes indécises. L’entraînement démarre lentement ou cale, pour les têtes larges seulement.",
    elsewhere: "Cela se voit à partir de deux clés et deux composantes par tête.",
  },
  raw_inputs: {
    right: () => "x @ w_q, x @ w_k, x @ w_v",
    title: () => "Projections oubliées",
    why: () =>
      "Ce sont les entrées elles-mêmes qui sont découpées en {H|têtes}. Chaque tête compare une tranche d’un mot à la même tranche d’un autre ; rien n’a été appris de ce qu’il faut chercher. Il y faut des entrées aussi larges que leurs projections.",
    training:
      "Cela s’entraîne, un peu moins bien : W_O et les couches suivantes apprennent encore, tandis que W_Q, W_K et W_V ne changent jamais.",
    elsewhere: "Cela se voit dès que les projections ne sont pas l’identité.",
  },
  softmax_axis: {
    right: () => "scores.softmax(-1)",
    title: () => "Les colonnes font 1, pas forcément les lignes",
    why: () =>
      "Normalisées le long des colonnes, les clés répartissent leur poids entre les requêtes. La ligne d’un {T|token} n’est alors plus une distribution : sa somme peut être presque nulle ou valoir plusieurs fois 1, et 1 par hasard.",
    training:
      "Rien n’échoue. Avec un masque causal, il y a en plus une fuite : un poids dépend alors de requêtes qui viennent après.",
    elsewhere: "Cela se voit à partir de deux tokens.",
  },
  mask_reversed: {
    right: () => "scores.masked_fill(blocked, -torch.inf)",
    title: (/** @type {Sizes} */ { T }) => (T > 1 ? "On ne voit que le futur" : "On ne voit rien"),
    why: (/** @type {Sizes} */ { T }) =>
      `Les bibliothèques ne s’entendent pas sur le sens de true. Lu à l’envers, ${
        T > 1
          ? "chaque {T|token} voit exactement ce qu’il ne doit pas voir, et le dernier ne voit rien du tout."
          : "l’unique {T|token} ne peut même pas se voir lui-même."
      }`,
    training:
      "Dans PyTorch, une ligne faite seulement de −∞ donne NaN après le softmax, et la perte de la première étape aussi. Là où l’on remplit de −1e9, ou met à 0 comme ici, l’entraînement continue : le futur étant visible, la perte est étrangement bonne, et ce que le modèle écrit n’a aucun sens.",
    elsewhere: "Cela se voit avec n’importe quel masque booléen.",
  },
  mask_repeat_order: {
    right: () => "mask.repeat_interleave(H, 0)",
    title: () => "Le masque de l’autre phrase",
    why: () =>
      "Deux phrases, la seconde à moitié du remplissage. En mémoire, les {H|têtes} sont rangées à l’intérieur de leur phrase, mais le masque a été répété dans l’autre sens : des têtes reçoivent le remplissage de l’autre {B|phrase}. 1:0 est la tête 0 de la seconde.",
    training:
      "Avec des phrases de même longueur, c’est invisible. Avec du remplissage, certaines têtes le lisent et d’autres manquent des mots.",
    elsewhere:
      "Cela se voit à partir de deux têtes et deux tokens, là où les phrases n’ont pas le même remplissage.",
  },
  rope_style: {
    right: () => "rotate(q, style des poids)",
    title: () => "Les composantes tournent avec le mauvais partenaire",
    why: () =>
      "Les poids attendent qu’une {d_k|composante} tourne avec sa voisine, ou avec celle d’une demi-tête plus loin. Ici, le code forme les autres paires : les formes s’accordent, et chaque longueur reste la même.",
    training:
      "Un modèle entraîné ainsi apprend les paires qu’on lui donne. Les poids d’un checkpoint ont été entraînés avec les autres : ils se chargent sans une plainte et écrivent n’importe quoi, d’autant plus que les mots sont éloignés.",
    elsewhere: "Cela se voit à partir de deux tokens et de quatre composantes tournées.",
  },
  positions_restart: {
    right: () => "rotate(q, T_past)",
    title: () => "Les nouveaux tokens sont au début",
    why: () =>
      "Les clés en cache ont été tournées selon leur position. Les nouveaux {T|tokens} comptent de nouveau à partir de 0, comme si rien ne précédait : chaque distance à une clé en cache est trop petite.",
    training:
      "L’entraînement n’a jamais de passé, et ne montre donc rien. La génération se trompe dès le deuxième appel, et un test d’un seul appel passe.",
    elsewhere: "Cela se voit avec un passé et des positions rotatives.",
  },
  alibi_sign: {
    right: () => "scores - slope * distance",
    title: () => "Plus c’est loin, plus ça pèse",
    why: () =>
      "La distance est ajoutée au lieu d’être soustraite. Chaque {T|token} regarde alors loin de son voisinage, surtout dans la tête à la plus grande pente.",
    training:
      "Cela s’entraîne, mais moins bien : requêtes et clés doivent compenser un biais qui croît avec la distance. Les textes plus longs que ceux de l’entraînement donnent du bruit.",
    elsewhere: "Cela se voit à partir de deux tokens.",
  },
  window_off_by_one: {
    right: () => "i - j < window",
    title: () => "Une clé de plus que la fenêtre",
    why: () =>
      "Une fenêtre de n compte le {T|token} lui-même : il en voit n − 1 avant lui. Comparé avec ≤ au lieu de <, il en voit n.",
    training:
      "Rien n’échoue, et la perte ne dit rien. Les résultats diffèrent un peu de toute autre implémentation, et un cache de n clés en a une de moins qu’il ne faut.",
    elsewhere: "Cela se voit dès qu’il y a plus de tokens que la fenêtre n’en compte.",
  },
};

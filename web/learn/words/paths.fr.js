import { FRENCH, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

const { listed, wordsAt } = FRENCH;

/** @type {Words} */
export const questionsOfPaths = {
  view_words: {
    ask: ({ head, chip }) =>
      `Quelqu’un écrit q.view(${chip.join(", ")}) et oublie la transposition. Quels mots la tête ${head} contient-elle ?`,
    why: ({ answer }) =>
      `${answer} : une vue ne fait que compter le long de la mémoire, et la mémoire va token par token. La tête en a reçu une seule portion, découpée en lignes.`,
    wrong: {
      all: () => "Une tête correcte a un morceau de chaque mot. Celle-ci a une seule portion de la mémoire.",
      next: () => "Presque. Comptez la mémoire en têtes, T · d_k nombres chacune.",
      own: () => "Une tête occupe la mémoire de T morceaux, ce qui fait plus d’un mot.",
    },
    choice: wordsAt,
  },
  revealing_test: {
    ask: () => "Les têtes sont découpées par .view seul. Lequel de ces tests échoue ?",
    why: () =>
      "L’échange : sans masque ni positions, les lignes de la sortie suivent leurs mots. Ici, les lignes d’une tête sont des morceaux de quelques mots, et la ligne i n’est pas forcément un morceau du mot i.",
    wrong: {
      shape: () => "La vue a la bonne forme, et tout ce qui suit aussi.",
      sums: () => "Le softmax ramène la somme de chaque ligne à 1, quoi qu’elle contienne.",
      one_head: () => "Avec une seule tête il n’y a rien à découper, et la vue est juste.",
    },
    choice: saying({
      swap: "échanger deux lignes de x : dans la sortie, les deux mêmes lignes s’échangent",
      shape: "la sortie a la forme de x",
      sums: "la somme de chaque ligne de poids est 1",
      one_head: "avec une seule tête, la sortie est celle d’une couche correcte",
    }),
  },
  leak_merge: {
    ask: ({ word, other, last }) =>
      `Un masque causal, mais les têtes sont réunies sans retransposer. « ${word} » devient « ${other} ». Quelles lignes de la sortie avant la ligne ${last} changent ?`,
    why: ({ answer }) =>
      `${answer}. Les lignes se remplissent alors tête par tête, si bien que des morceaux du contexte du dernier mot arrivent dans les lignes de mots précédents.`,
    wrong: {
      none: () =>
        "Le masque a tenu, mais la réunion a mis du contexte ultérieur dans des lignes précédentes.",
      all: () => "Certaines lignes ne contiennent que des morceaux de mots précédents.",
      next_to_last: () =>
        "Le dernier mot a un morceau dans chaque tête, et ils se dispersent dans les lignes.",
    },
    choice: (rows) => (rows.length ? listed(rows) : "aucune"),
  },
  leak_view: {
    ask: ({ word, other, last }) =>
      `Un masque causal, mais les têtes ont été découpées sans transposition. « ${word} » devient « ${other} ». Quelles lignes de la sortie avant la ligne ${last} changent ?`,
    why: ({ answer }) =>
      `${answer}. Une tête contient plusieurs lignes du dernier mot, dont certaines se trouvent là où le masque attend des tokens du début.`,
    wrong: {
      none: () => "Le masque suit les lignes, et une ligne n’est plus un token.",
      all: () =>
        "Les premières lignes de la sortie viennent de têtes qui ne contiennent rien du dernier mot.",
      next_to_last: () => "Le dernier mot est découpé en autant de lignes qu’il y a de têtes.",
    },
    choice: (rows) => (rows.length ? listed(rows) : "aucune"),
  },
  symmetric: {
    ask: () =>
      "Quelqu’un omet les projections : requêtes, clés et valeurs sont toutes x. Que deviennent les scores de chaque tête ?",
    why: () =>
      "Ils sont symétriques : la requête et la clé d’un mot sont égales, donc les scores (i, j) et (j, i) sont égaux. W_Q, W_K et W_V n’apprennent jamais.",
    wrong: {
      as_before: () => "Avec W_Q et W_K, un token demande une chose et se trouve par une autre.",
      identity: () => "Un token a un score avec lui-même, mais aussi avec d’autres.",
      zero: () => "Le produit scalaire d’un vecteur avec lui-même n’est pas 0.",
    },
    choice: saying({
      symmetric: "S égale sa transposée",
      as_before: "rien, ils sont comme avant",
      identity: "il ne reste que la diagonale",
      zero: "ils valent tous 0",
    }),
  },
  fails_loudly: {
    ask: () => "L’une de ces quatre erreurs lève une exception à la première exécution. Laquelle ?",
    why: () =>
      "La vue sans .contiguous() : aucun pas unique ne parcourt les deux axes. Les autres s’exécutent et s’entraînent.",
    wrong: {
      view_without_transpose: () => "La forme est celle qui est demandée, donc rien ne proteste.",
      merge_without_transpose: () => "Bonne forme, mauvais ordre : le programme s’exécute.",
      softmax_axis: () => "Les deux axes peuvent se normaliser.",
    },
    choice: saying({
      view_without_contiguous: ".view sans .contiguous()",
      view_without_transpose: "découper les têtes par .view seul",
      merge_without_transpose: "réunir les têtes sans retransposer",
      softmax_axis: "softmax le long des requêtes",
    }),
  },
};

/** @type {Readonly<Record<string, readonly [string, string]>>} */
const BUGS = {
  line_view: [
    "Le programme s’exécute et s’entraîne un peu. Mais les têtes n’en sont pas. Quelle ligne est fausse ?",
    "n’est qu’une vue. Bonne forme, mauvais ordre : d’abord découper, .view(B, T, H, d_k), puis .transpose(1, 2).",
  ],
  line_merge: [
    "Les formes concordent, mais les positions fuient l’une dans l’autre. Quelle ligne est fausse ?",
    "lit les têtes dans l’ordre de la mémoire. Il faut d’abord retransposer, puis .contiguous().",
  ],
  line_contiguous: [
    "Une exception est levée à la première exécution. Quelle ligne est-ce ?",
    "demande une vue sur des axes qui ne se touchent pas. Il faut .contiguous() avant.",
  ],
  line_scale: [
    "Avec des têtes étroites le modèle apprend, avec des larges à peine. Avant quelle ligne manque-t-il quelque chose ?",
    "prend les scores tels quels. Avant, on les divise par √d_k, pour que leur dispersion ne croisse pas avec la largeur.",
  ],
  line_raw: [
    "Le modèle s’entraîne, un peu moins bien, et trois matrices ne changent jamais. Quelle ligne est fausse ?",
    "découpe x lui-même. Les projections manquent, donc W_Q, W_K et W_V ne changent jamais.",
  ],
  line_axis: [
    "Certaines lignes d’attention ont une somme bien supérieure à 1, d’autres bien inférieure. Quelle ligne est fausse ?",
    "normalise le long des requêtes. Les clés sont le dernier axe : softmax(-1).",
  ],
  line_mask: [
    "La perte est étonnamment bonne : chaque mot voit les mots qui le suivent, et aucun de ceux qui le précèdent. Quelle ligne est fausse ?",
    "marque ce qui peut être vu, et masked_fill bloque ce qui est marqué. Il faut triu(1), et non tril().",
  ],
};

/** @type {Words} */
export const questionsOfCode = Object.fromEntries(
  Object.entries(BUGS).map(([id, [asks, why]]) => [
    id,
    { ask: () => asks, why: ({ line }) => `${line} ${why}`, wrong: {} },
  ]),
);

/** @param {string} said "0 to 7" */
const span = (said) => said.replace(" to ", " à ");

/** What the core and the state tell, in French. @type {readonly (readonly [RegExp, string | ((...found: string[]) => string)])[]} */
export const told = [
  [
    /^(\S+) (\d+) is not divisible by (\S+) (\d+) \(nearest \S+: ([\d, ]+); nearest \S+: ([\d, ]+)\)$/,
    "$1 $2 n’est pas divisible par $3 $4 (au plus près, $1 : $5 ; $3 : $6)",
  ],
  [
    /^(\S+) (\d+) is not divisible by (\S+) (\d+) \(divisors: ([\d, ]+)\)$/,
    "$1 $2 n’est pas divisible par $3 $4 (diviseurs : $5)",
  ],
  [/^(\S+) (\S+) is not a whole number of at least (\d+)$/, "$1 $2 n’est pas un entier d’au moins $3"],
  [
    /^(\S+) (\S+) is more than this page shows \(at most (\d+)\)$/,
    "$1 $2 : c’est plus que cette page ne montre (au plus $3)",
  ],
  [/^(\S+) (.+) is none of (.+)$/, "$1 $2 n’est aucun de $3"],
  [/^(\S+) (.+) is neither true nor false$/, "$1 $2 n’est ni true ni false"],
  [/^(\S+) (.+) is not there: they go from 0 to (\d+)$/, "$1 $2 n’existe pas : cela va de 0 à $3"],
  [/^(\S+) (.+) is not a whole number from 0 on$/, "$1 $2 n’est pas un entier à partir de 0"],
  [/^(\S+) (.+) names a head twice$/, "$1 $2 nomme deux fois une tête"],
  [/^(\S+) (.+) is no list of heads, as 2,5$/, "$1 $2 n’est pas une liste de têtes, comme 2,5"],
  [/^(\S+) (.+) scales head (\S+) by other than 0 to 2$/, "$1 $2 dose la tête $3 autrement que de 0 à 2"],
  [/^(\S+) (.+) scales no heads, as 2:0\.5,6:0 does$/, "$1 $2 ne dose aucune tête, comme le fait 2:0.5,6:0"],
  [
    /^This makes no difference here: every number comes out the same$/,
    "Cela ne change rien ici : tous les nombres sont les mêmes",
  ],
  [
    /^This makes no difference here: with one head or one token the order in memory is the same$/,
    "Cela ne change rien ici : avec une seule tête ou un seul token, l’ordre en mémoire est le même",
  ],
  [
    /^This makes no difference here: with one head, one token or d_v = 1 these strides can be viewed$/,
    "Cela ne change rien ici : avec une seule tête, un seul token ou d_v = 1, ces pas permettent la vue",
  ],
  [
    /^This makes no difference here: a softmax over one key is 1$/,
    "Cela ne change rien ici : un softmax sur une seule clé vaut 1",
  ],
  [
    /^This makes no difference here: the square root of d_k = 1 is 1$/,
    "Cela ne change rien ici : la racine carrée de d_k = 1 est 1",
  ],
  [
    /^This makes no difference here: with one query and one key both axes are the same$/,
    "Cela ne change rien ici : avec une requête et une clé, les deux axes sont les mêmes",
  ],
  [/^This makes no difference here: there is one head$/, "Cela ne change rien ici : il n’y a qu’une tête"],
  [
    /^This makes no difference here: there is one batch item$/,
    "Cela ne change rien ici : il n’y a qu’une phrase dans le lot",
  ],
  [
    /^This needs inputs as wide as their projections: (\S+) has (\d+) features, its projection (\d+)$/,
    "Il y faut des entrées aussi larges que leurs projections : $1 a $2 composantes, sa projection $3",
  ],
  [
    /^This needs a mask of true and false, not one that is added$/,
    "Il y faut un masque de vrai et de faux, pas un masque qui s’ajoute",
  ],
  [
    /^batch (\d+), heads? ([\d to]+), query rows? ([\d to]+): every key is blocked, so that (?:its|their) weights are 0$/,
    (/** @type {string[]} */ ...[, batch, heads, rows]) =>
      `phrase ${batch}, tête ${span(heads)}, requête ${span(rows)} : toutes les clés sont bloquées, donc ses poids sont 0`,
  ],
  [/^(\d+) of (\d+) rows do(?:es)? not sum to 1$/, "$1 lignes sur $2 n’ont pas 1 pour somme"],
  [/^(\d+) of (\d+) weights (?:is|are) negative$/, "$1 poids sur $2 sont négatifs"],
  [
    /^(\d+) of (\d+) weights (?:is no number|are no numbers) \(NaN\)$/,
    "$1 poids sur $2 ne sont pas des nombres (NaN)",
  ],
  [
    /^a fused layer reads one input; give query alone, or create the layer without fused$/,
    "une couche fusionnée lit une seule entrée : revenez à une phrase, ou séparez Q, K et V",
  ],
  [
    /^(\S+) (\d+) for weights that were trained with (\d+): leave it out, or choose other weights$/,
    "$1 $2 pour des poids appris avec $3 : ne le réglez pas, ou choisissez d’autres poids",
  ],
  [
    /^(\S+) for weights that were trained without: leave it out, or choose other weights$/,
    "$1 pour des poids appris sans : ne le réglez pas, ou choisissez d’autres poids",
  ],
  [/^The model learns: step (\d+) of (\d+)$/, "Le modèle apprend : étape $1 sur $2"],
];

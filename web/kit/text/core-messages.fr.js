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
  [
    /^(\S+) (.+) is no colour of three or six digits, as (.+)$/,
    "$1 $2 n’est pas une couleur de trois ou six chiffres, comme $3",
  ],
  [/^(\S+) (.+) is no list of fonts, as (.+)$/, "$1 $2 n’est pas une liste de polices, comme $3"],
  [
    /^(\S+) (.+) is no width of (\d+) to (\d+) px, as (.+)$/,
    "$1 $2 n’est pas une largeur de $3 à $4 px, comme $5",
  ],
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
  // Where a model learns.
  [/^(\S+) (.+) is no whole number from 0 on$/, "$1 $2 n’est pas un entier à partir de 0"],
  [/^(\S+) (.+) is no whole \S+ from 0 to (\d+)$/, "$1 $2 n’est pas un entier de 0 à $3"],
  [/^off (.+) is no head: they go from (\S+) to (\S+)$/, "off $1 n’est aucune tête : elles vont de $2 à $3"],
  [
    /^cut (.+) is no edge: expected layer:kind:noun or layer:kind:tells, as (\S+)$/,
    "cut $1 n’est aucune arête ; attendu couche:genre:noun ou couche:genre:tells, comme $2",
  ],
  [
    /^the model does not know the word (.*); it knows (.+)$/s,
    "le modèle ne connaît pas le mot $1 ; il connaît $2",
  ],
  [/^no words to read; expected 1 to (\d+)$/, "aucun mot à lire ; il en faut de 1 à $1"],
  [
    /^(\d+) words, as the model reads them, are more than the (\d+) that it has positions for$/,
    "$1 mots, comme le modèle les lit : c’est plus que les $2 positions qu’il a",
  ],
  [
    /^the sentence has no blank, so that nothing is asked; expected it, this\/these or was\/were$/,
    "la phrase n’a pas de trou, rien n’y est demandé ; il y faut it, this/these ou was/were",
  ],
  [
    /^the sentence has no blank, so that nothing is asked; expected a letter that stood before.*$/,
    "la phrase n’a pas de trou, rien n’y est demandé ; il y faut une lettre déjà apparue, comme le second a dans : a b c a",
  ],
  // Of chains of calls.
  [
    /^view (.+) does not fit (.+), which has (\d+) elements, not (\d+)$/,
    "view $1 ne convient pas à $2, qui a $3 éléments et non $4",
  ],
  [
    /^view (.+) does not fit (.+), which has (\d+) elements, no multiple of (\d+)$/,
    "view $1 ne convient pas à $2, dont les $3 éléments ne sont pas un multiple de $4",
  ],
  [
    /^view (.+) of shape (.+) with strides (.+): view size is not compatible .* Dimensions (\d+) and (\d+) do not follow one another in memory: stride (\d+) is not (\d+) \* (\d+)\. Call contiguous\(\) first, which copies$/,
    "view $1 de la forme $2 de pas $3 : les dimensions $4 et $5 ne se suivent pas en mémoire, le pas $6 n’est pas $7 · $8. Appelez d’abord contiguous(), qui copie",
  ],
  [
    /^dimension (\S+) of (.+) does not exist \(expected (\S+) to (\S+)\)$/,
    "la dimension $1 de $2 n’existe pas (attendu : $3 à $4)",
  ],
  [/^dimension (\S+) does not exist$/, "la dimension $1 n’existe pas"],
  [/^permute (.+) names (\d+) dimensions; (.+) has (\d+)$/, "permute $1 nomme $2 dimensions ; $3 en a $4"],
  [/^permute (.+) names dimension (\S+) twice$/, "permute $1 nomme deux fois la dimension $2"],
  [
    /^unsqueeze at (\S+) of (.+): there is no such place \(expected (\S+) to (\S+)\)$/,
    "unsqueeze à $1 de $2 : il n’y a pas de telle place (attendu : $3 à $4)",
  ],
  [/^expand (.+) has fewer dimensions than (.+)$/, "expand $1 a moins de dimensions que $2"],
  [
    /^expand (.+) of (.+): size (\S+) of dimension (\S+) cannot become (\S+); only a size of 1 expands$/,
    "expand $1 de $2 : la taille $3 de la dimension $4 ne peut pas devenir $5 ; seule une taille de 1 s’étend",
  ],
];

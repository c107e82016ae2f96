/** Terms of the field in French; each starts with its name and a colon. */
export const glossary = {
  B: "B, lot (batch) : combien de phrases passent ensemble dans la couche. Elles ne se voient jamais.",
  T: "T, tokens : les mots et les signes de ponctuation de la phrase, une ligne chacun.",
  T_q: "T_q, requêtes : les tokens qui demandent, une ligne d’attention chacun.",
  T_k: "T_k, clés : les tokens à qui l’on demande, une colonne d’attention chacun.",
  H: "H, têtes : l’attention est calculée plusieurs fois côte à côte, par des têtes qui cherchent chacune autre chose.",
  H_kv: "H_kv, têtes clé/valeur : moins nombreuses que les têtes de requête, chacune partagée par un groupe, ce qui économise la mémoire.",
  G: "G, groupe : combien de têtes de requête partagent une même tête de clés et de valeurs (grouped-query attention).",
  d_k: "d_k : combien de composantes ont les requêtes et les clés d’une tête. Un score est une somme d’autant de produits.",
  d_v: "d_v : combien de composantes ont les valeurs d’une tête, donc ce qu’elle rend pour un token.",
  d_model:
    "d_model : combien de composantes a le vecteur d’un token entre les couches ; les têtes se les partagent.",
  qkv: "qkv : les colonnes des requêtes, des clés et des valeurs côte à côte, comme un seul produit les fait.",
  query: "Requête : ce que cherche un token. Elle est comparée à chaque clé.",
  key: "Clé : ce par quoi un token peut être trouvé.",
  value: "Valeur : ce qu’un token remet à ceux qui le regardent.",
  score:
    "Score : à quel point une requête et une clé s’accordent, la somme des produits de leurs composantes. Avant le softmax on l’appelle aussi logit.",
  logit:
    "Logit : un nombre de grandeur quelconque, dont le softmax fait une part. Ici, les scores sont les logits.",
  softmax:
    "Softmax : élève e à la puissance de chaque nombre d’une ligne et divise par leur somme ; la ligne devient des parts supérieures à 0 dont la somme vaut 1. Plus les nombres sont grands, plus le plus grand emporte.",
  entropy:
    "Entropie : à quel point une ligne de poids est étalée : 0 où tout est sur une clé, ln T où les T clés ont la même part.",
  nat: "Nat : l’unité de l’entropie avec des logarithmes naturels. Un choix entre deux clés égales en vaut ln 2, soit un bit.",
  mask: "Masque : dit quelles paires ne doivent pas se rencontrer. Un masque causal cache ce qui vient après, un masque de remplissage (padding) le remplissage en fin de phrase.",
  dropout:
    "Dropout : met des poids à 0 au hasard pendant l’entraînement, pour que rien ne repose sur une seule paire.",
  stride:
    "Pas (stride) : combien d’éléments plus loin en mémoire se trouve l’indice suivant le long d’un axe. Une vue reçoit d’autres pas ; les nombres restent à leur place.",
  offset: "Décalage (offset) : où commence un tenseur dans sa mémoire, en éléments.",
  view: "Vue : une autre forme ou un autre ordre sur la même mémoire. Elle ne coûte rien, et ce qu’on écrit dans l’une se voit dans l’autre.",
  copy: "Copie : des nombres écrits dans une mémoire à eux.",
  contiguous:
    "Contigu : les éléments se suivent en mémoire dans l’ordre de leurs indices, sans trous ; on peut donc lire des axes voisins comme un seul.",
  FLOP: "FLOP : une addition ou une multiplication de nombres à virgule ; un produit que l’on ajoute compte pour deux.",
  product: (/** @type {string} */ outer, /** @type {string} */ inner) =>
    `${outer} · ${inner} : ${inner} composantes de chacune des ${outer} têtes, côte à côte sur une ligne.`,
};

import { groupDigits } from "../../kit/text/grouped.js";
import { FRENCH, saying, tuple } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

const { listed } = FRENCH;

/** @type {Words} */
export const questionsOfCost = {
  more_arithmetic: {
    ask: ({ dModel, heads, tokens, percent }) =>
      `d_model ${dModel}, ${tokens} tokens : de ${heads} à ${2 * heads} têtes, le calcul croît de ${percent.toFixed(1)} %. Quelles étapes calculent davantage ?`,
    why: () =>
      "La mise à l’échelle et le softmax : ils traitent chaque nombre de chaque carte, et il y a deux fois plus de cartes.",
    wrong: {
      projections: () => "Les quatre matrices gardent leur taille, quelle que soit la découpe.",
      products: () =>
        "Il y a deux fois plus de cartes, mais chaque produit d’une requête et d’une clé est deux fois plus court.",
      all: () =>
        "Les projections ne changent pas, et les produits raccourcissent quand les cartes se multiplient.",
    },
    choice: saying({
      projections: "les quatre projections",
      products: "requêtes par clés, et poids par valeurs",
      numbers: "la mise à l’échelle et le softmax",
      all: "toutes, un peu",
    }),
  },
  dearest: {
    ask: ({ dModel, heads }) =>
      `d_model ${dModel}, 4096 tokens. D’une tête à ${heads} : laquelle de ces quantités croît le plus ?`,
    why: ({ grown }) =>
      `Le trafic de mémoire, ${grown.bytes.toFixed(1)} fois : chaque tête a sa propre carte. Les FLOP croissent ${grown.flops.toFixed(3)} fois, les paramètres pas du tout.`,
    wrong: {
      parameters: () => "Ils restent les mêmes, quel que soit le nombre de têtes.",
      flops: () => "Presque autant : des produits plus étroits, mais plus nombreux.",
    },
    choice: saying({ parameters: "les paramètres", flops: "le calcul", bytes: "les octets déplacés" }),
  },
  equal_bills: {
    ask: ({ dModel }) =>
      `d_model vaut ${dModel}. À combien de tokens QKᵀ et A V coûtent-ils autant de calcul que les quatre projections ?`,
    why: ({ dModel, answer }) =>
      `${groupDigits(Number(answer))} = 2 · ${dModel}. En dessous, les projections coûtent plus ; au-dessus, l’attention.`,
    wrong: {
      width: () => "L’attention a deux produits, les projections quatre : il en faut deux fois plus.",
      head: () =>
        "La largeur des têtes se simplifie : toutes les têtes ensemble sont aussi larges que le modèle.",
      square: () => "Une facture croît avec T, l’autre avec son carré : elles se rencontrent bien plus tôt.",
    },
  },
  grouped_shape: {
    ask: ({ dModel, heads, shared, T }) =>
      `d_model ${dModel}, ${heads} têtes, ${shared} têtes de clés et de valeurs, ${T} tokens. Quelle est la forme de k, telle que W_K la fait ?`,
    why: ({ shared, answer }) => `${answer} : W_K ne fait de composantes que pour ${shared} têtes.`,
    wrong: {
      as_queries: () =>
        "Les requêtes sont aussi larges. Les clés ne sont faites que pour les têtes partagées.",
      by_head: () => "Elle n’est pas encore découpée : une ligne par token.",
      one: () => "Il en serait ainsi avec une seule tête de clés et de valeurs (multi-requête).",
    },
  },
  grouped_stride: {
    ask: ({ shared, times }) =>
      `Chacune des ${shared} têtes de clés est lue par ${times} têtes de requêtes : k est étendue le long d’un axe de ${times}. Quel est le pas de cet axe ?`,
    why: () => "0 : un pas le long de cet axe reste sur place. Les clés sont répétées sans être copiées.",
    wrong: {
      one: () => "Chaque répétition serait alors la composante suivante.",
      head: () => "Ce seraient les clés d’une autre tête ; celles-ci sont les mêmes.",
      times: () => "C’est sa taille, pas son pas.",
    },
  },
  grouped_parameters: {
    ask: ({ heads, shared, dModel, full }) =>
      `Avec ${heads} têtes, une couche de d_model ${dModel} a ${groupDigits(full)} paramètres. Combien avec ${shared} têtes de clés et de valeurs ?`,
    why: ({ heads, shared, answer }) =>
      `${groupDigits(Number(answer))} : W_K et W_V se réduisent à ${shared}/${heads}, W_Q et W_O restent.`,
    wrong: {
      unchanged: () => "W_K et W_V font maintenant moins de composantes.",
      all_shared: () => "Deux seulement des quatre matrices se réduisent.",
      half: () => "Deux matrices sur quatre se réduisent, mais elles ne disparaissent pas.",
    },
  },
  whose_keys: {
    ask: ({ heads, shared, head }) =>
      `${heads} têtes, ${shared} têtes de clés et de valeurs. De laquelle la tête ${head} lit-elle les clés ?`,
    why: ({ heads, shared, head, answer }) =>
      `${answer} : les voisines partagent. Les groupes ont ${heads / shared} têtes, et ⌊${head} / ${heads / shared}⌋ = ${answer}.`,
    wrong: {
      in_turn: () => "Les têtes ne sont pas distribuées à tour de rôle : les voisines en partagent une.",
      own: () => "Cette tête de clés et de valeurs n’existe pas : elles sont moins nombreuses.",
    },
  },
  unwritten_maps: {
    ask: ({ heads, T }) =>
      `${heads} têtes, ${groupDigits(T)} tokens, 2 octets par nombre. Combien de MiB (2²⁰ octets) ont les poids d’une couche, que FlashAttention n’écrit jamais ?`,
    why: ({ heads, T, answer }) =>
      `${answer} : ${heads} cartes de ${groupDigits(T)} · ${groupDigits(T)} nombres de 2 octets.`,
    wrong: {
      one_head: () => "C’est la carte d’une seule tête.",
      numbers: () => "C’est le nombre de nombres, en unités de 2²⁰. Chacun a 2 octets.",
      line: () => "C’est une ligne de chaque carte.",
    },
  },
  cache_bytes: {
    ask: ({ layers, shared, dK }) =>
      `Un modèle a ${layers} couches, chacune avec ${shared} têtes de clés et de valeurs de ${dK} composantes, et garde des nombres de 2 octets. Combien d’octets son cache contient-il pour un token ?`,
    why: ({ layers, shared, dK, answer }) =>
      `${groupDigits(Number(answer))} = 2 · ${layers} · ${shared} · ${dK} · 2 : les clés et les valeurs, de chaque couche et de chaque tête de clés et de valeurs.`,
    wrong: {
      keys: () => "Ce sont les clés. Les valeurs sont gardées aussi.",
      one_layer: () => "C’est une seule couche. Chaque couche a ses propres clés et valeurs.",
      numbers: () => "C’est le nombre de nombres gardés. Chacun a 2 octets.",
    },
  },
};

const millions = (/** @type {number} */ value) => `${(value / 1e6).toFixed(1)} millions`;

/** @type {Words} */
export const questionsOfBlock = {
  attention_parameters: {
    ask: ({ name, layers, dModel, heads }) =>
      `${name} a ${layers} blocs de d_model ${dModel} avec ${heads} têtes. Combien de paramètres a toute son attention ?`,
    why: ({ layers, dModel, answer }) =>
      `${answer} : dans chacun des ${layers} blocs, quatre matrices de ${dModel} · ${dModel} et leurs quatre biais.`,
    wrong: {
      one: () => "C’est un seul bloc.",
      feed_forward: () => "C’est le nombre de paramètres des réseaux feed-forward.",
      each: () => "Les têtes se partagent les matrices : chacune a ses colonnes, et non sa propre copie.",
    },
    choice: millions,
  },
  cross_batch: {
    ask: ({ B, queries, keys, dModel, heads }) =>
      `Un lot de ${B} : des décodeurs de ${queries} tokens interrogent des encodeurs de ${keys} ; d_model ${dModel}, ${heads} têtes. Quelle est la forme des poids ?`,
    why: ({ B, queries, dModel, answer }) =>
      `${answer} : (B, H, T_q, T_k). La sortie est ${tuple([B, queries, dModel])} : une ligne par requête.`,
    wrong: {
      swapped: () => "Les lignes sont les requêtes : la longueur du décodeur vient d’abord.",
      output: () => "C’est la forme de la sortie.",
      no_heads: () => "C’est ce que PyTorch renvoie par défaut : la moyenne des têtes.",
      no_batch: () => "B est un axe, lui aussi.",
    },
  },
  needed_words: {
    ask: ({ sentence, word }) =>
      `« ${sentence} » est traduit en français, et le premier mot est ${word}. De quels mots anglais ${word} a-t-il besoin ?`,
    why: ({ determiner, noun }) =>
      `${determiner} dit de quel déterminant il s’agit ; ${noun} en choisit, en français, la forme : par son genre, son nombre, et s’il commence par une voyelle.`,
    wrong: {
      alone: ({ determiner }) =>
        `${determiner} a plusieurs formes en français. Qu’est-ce qui en choisit une ?`,
      noun: ({ noun, determiner }) =>
        `${noun} choisit la forme. Mais la forme de quoi ? Seul ${determiner} le dit.`,
      neighbour: () => "Le mot entre les deux ne choisit pas la forme : il doit s’accorder, lui aussi.",
    },
    choice: (/** @type {readonly number[]} */ at, { words }) => listed(at.map((i) => words[i])),
  },
  crossings: {
    ask: ({ sentence, french }) =>
      `« ${sentence} » en haut, « ${french} » en bas, et un trait de chaque mot français au mot anglais qu’il traduit. Combien de paires de traits se croisent ?`,
    why: ({ answer }) =>
      `${answer} : ${answer === "1" ? "deux mots ont échangé leurs places" : "autant de fois, deux mots ont échangé leurs places"}. Le français met la plupart des adjectifs, dont les couleurs, après le nom, et un pronom avant le verbe.`,
    wrong: {
      none: () => "Les mots auraient alors le même ordre.",
      moved: () => "C’est le nombre de mots qui ont bougé. Un croisement est une paire de traits.",
    },
  },
  silent_block: {
    ask: () => "Tous les nombres de W_O valent 0. Que transmet sortie = x + attention(x) ?",
    why: () =>
      "x lui-même : l’attention n’ajoute rien, et le flux passe à côté. Un bloc qui n’a rien à ajouter ne fait donc pas de mal.",
    wrong: {
      zeros: () => "L’attention donne des zéros, mais ils s’ajoutent à x.",
      mean: () => "La moyenne des valeurs entre dans W_O et est multipliée par 0.",
      double: () => "x est ajouté une fois. Ce que l’attention ajoute vaut 0.",
    },
    choice: saying({
      x: "x, inchangé",
      zeros: "des zéros",
      mean: "la moyenne de tous les mots",
      double: "2 x",
    }),
  },
  kept_weight: {
    ask: ({ weight, p }) =>
      `Le dropout met chaque poids à 0 avec une probabilité de ${p}, et divise ceux qui restent par 1 − ${p}. Un poids de ${weight} reste. Combien vaut-il alors ?`,
    why: ({ weight, p, answer }) =>
      `${weight} / (1 − ${p}) = ${answer} : en moyenne, chaque poids est aussi grand que sans dropout. La somme d’une seule ligne n’est plus 1.`,
    wrong: {
      same: () => "Les poids seraient alors trop petits en moyenne : certains ont été mis à 0.",
      smaller: () => "On divise, on ne multiplie pas : ce qui reste compense ce qui s’en va.",
      share: () => "C’est la probabilité d’être supprimé.",
    },
  },
};

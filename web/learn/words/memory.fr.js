import { groupDigits } from "../../kit/text/grouped.js";
import { stepTitled } from "./memory.js";
import { saying, tuple } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfMemory = {
  swap_strides: {
    ask: ({ before }) =>
      `q_split a les pas ${tuple(before)}. Quels sont les pas de q_heads = q_split.transpose(1, 2) ?`,
    why: ({ answer }) =>
      `${answer} : deux pas ont échangé leurs places, comme les deux axes. Aucun nombre n’a bougé.`,
    wrong: {
      unchanged: () =>
        "Ce serait alors le même tenseur : les axes ont changé de place, et leurs pas avec eux.",
      rewritten: () => "Ce sont les pas d’une copie. Une transposition ne copie rien.",
    },
  },
  offset: {
    ask: ({ index, strides }) =>
      `q_heads a les pas ${tuple(strides)}. Où se trouve q_heads[${index.join(", ")}] dans sa mémoire ?`,
    why: ({ index, strides, answer }) =>
      `${index.map((/** @type {number} */ i, /** @type {number} */ axis) => `${i} · ${strides[axis]}`).join(" + ")} = ${answer}.`,
    wrong: {
      in_order: () =>
        "Il serait là si les nombres étaient rangés dans l’ordre des axes. Ils sont comme q les a laissés.",
      summed: () => "Chaque indice se multiplie par son pas.",
    },
  },
  element_at: {
    ask: ({ offset, strides }) =>
      `q_heads a les pas ${tuple(strides)}. Lequel de ses éléments se trouve à la position ${offset} ? Écrivez son indice.`,
    why: ({ answer }) => `${answer} : divisez d’abord par le plus grand pas, puis continuez avec le reste.`,
    wrong: {
      in_order: () =>
        "Il en serait ainsi dans un tenseur rangé dans l’ordre de ses axes ; celui-ci est une vue transposée.",
    },
  },
  writes: {
    ask: ({ steps: count }) =>
      `Le parcours a ${count} étapes. Combien d’entre elles écrivent des nombres dans une mémoire nouvelle ?`,
    why: ({ answer }) =>
      `${answer} : les produits, l’échelle, le softmax et une simple copie. Toutes les autres sont des vues.`,
    wrong: {
      all: () => "Chaque étape a sa forme, mais une vue n’a pas de mémoire à elle.",
      views: () => "C’est le nombre de vues.",
    },
  },
  moves: {
    ask: () => "Laquelle de ces quatre étapes déplace des nombres ?",
    why: ({ bytes }) =>
      `Seule la copie : elle écrit ${groupDigits(bytes)} octets. Découper, transposer et concaténer sont des vues.`,
    wrong: {
      q_split: () => "Une ligne se lit comme plusieurs têtes : la forme change, et rien d’autre.",
      q_heads: () => "Une transposition échange deux pas.",
      concat: () => "À ce moment, les têtes d’un token sont côte à côte : c’est une vue.",
    },
    choice: stepTitled,
  },
  copy_avoided: {
    ask: () =>
      "La copie avant W_O prend du temps. Lequel de ces moyens donne la même sortie sans aucune copie ?",
    why: () =>
      "La somme sur les têtes : une ligne de concat multipliée par W_O est une telle somme, et aucun de ses termes ne demande que les têtes se touchent en mémoire.",
    wrong: {
      view: () => "C’est refusé : aucun pas unique ne parcourt les têtes et les composantes.",
      reshape: () => "Il copie là où une vue est impossible, sans le dire.",
      merge: () =>
        "Rien n’est copié, mais la sortie est autre : des morceaux de plusieurs mots partagent une ligne.",
    },
    choice: saying({
      by_head: "multiplier le contexte de chaque tête par ses propres lignes de W_O, et additionner",
      view: ".view au lieu de .contiguous().view",
      reshape: ".reshape au lieu de .contiguous().view",
      merge: ".view sans retransposer d’abord",
    }),
  },
  view_allowed: {
    ask: () =>
      "context.transpose(1, 2).view(B, T, H · d_v) est refusé ici : il manque .contiguous(). Quand serait-il permis ?",
    why: () =>
      "Avec une seule tête, ou un seul token : les axes à réunir se touchent alors en mémoire. Un test avec une seule tête passe.",
    wrong: {
      never: () => "Cela dépend des pas, et un axe de taille 1 n’a rien à franchir.",
      always: () =>
        "Deux axes ne se lisent comme un seul que si le pas extérieur est le pas intérieur multiplié par sa taille.",
      two_heads: () => "Deux têtes d’un token sont distantes d’une tête entière.",
    },
    choice: saying({
      one_head: "avec une seule tête ou un seul token",
      never: "jamais",
      always: "toujours, avec assez de mémoire",
      two_heads: "avec un nombre pair de têtes",
    }),
  },
  contiguous_after: {
    ask: () => "Lequel de ces quatre tenseurs n’est pas contigu ?",
    why: ({ strides }) =>
      `Après la transposition, ses pas sont ${tuple(strides)} : ils ne décroissent plus d’un axe à l’autre.`,
    wrong: {
      q_split: () => "Découpée en têtes, une ligne se lit toujours du début à la fin.",
      context_c: () => "Il vient d’être écrit dans l’ordre de ses axes.",
      concat: () => "C’est une vue de ce qui vient d’être écrit dans l’ordre.",
    },
    choice: stepTitled,
  },
};

/**
 * A list of pictures, each a link.
 *
 * @typedef {object} Item
 * @property {string} href
 * @property {string} picture   as markup
 * @property {string} title
 * @property {string} said      markup below the title
 * @property {string} [marks]   attributes of the item
 */

/** @param {readonly Item[]} items */
export const pictureList = (items) => `<ol class="list pictures">
        ${items
          .map(
            ({ href, picture, title, said, marks = "" }) =>
              `<li ${marks}><a href="${href}">${picture}<b>${title}</b> <span>${said}</span></a></li>`,
          )
          .join("\n        ")}
      </ol>`;

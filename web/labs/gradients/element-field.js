import { html } from "lit";

/**
 * A field for a whole number below `count`. Invalid text shows the message `said` and changes nothing.
 * @param {number} count @param {number} value @param {string} said the message @param {(value: number) => void} take
 */
export const numberField = (count, value, said, take) =>
  html`<input
    type="number"
    min="0"
    max=${count - 1}
    .value=${String(value)}
    @input=${(/** @type {any} */ { target }) => {
      const given = target.valueAsNumber;
      const isFit = Number.isInteger(given) && given >= 0 && given < count;
      target.setCustomValidity(isFit ? "" : said);
      if (isFit) take(given);
      else target.reportValidity();
    }}
  />`;

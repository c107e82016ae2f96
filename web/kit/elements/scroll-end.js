import { css } from "lit";

const NEAR = 8; // px

/** Whether an element scrolls further down. @param {Element} element */
export const goesOn = ({ scrollHeight, clientHeight, scrollTop }) =>
  scrollHeight - clientHeight - scrollTop >= NEAR;

/** Mask of a picture that goes on below. The picture fades, so that no name ends halfway up its letters. */
export const FADE = css`linear-gradient(#000 calc(100% - 28px), transparent)`;

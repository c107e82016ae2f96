import js from "@eslint/js";
import lit from "eslint-plugin-lit";
import litA11y from "eslint-plugin-lit-a11y";

/** Mistakes that neither the type check nor Prettier finds. */
export default [
  {
    ignores: [
      "build/",
      "dist/",
      ".toolchain/",
      "**/node_modules/",
      "tests/consumers/hosts/",
      "tests/fixtures/",
    ],
  },
  {
    ...js.configs.recommended,
    files: ["**/*.js", "**/*.mjs"],
    rules: {
      ...js.configs.recommended.rules,
      "no-undef": "off", // the type check knows every global
      "no-irregular-whitespace": "off", // French has spaces that do not break
      "no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "no-control-regex": "off",
      "no-sparse-arrays": "off", // tests hand over arrays with holes
      "no-unsafe-optional-chaining": "off", // casts in JSDoc hide the check
      eqeqeq: "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["web/**/*.js"], // templates of elements
    plugins: { lit, "lit-a11y": litA11y },
    rules: { ...lit.configs["flat/recommended"].rules, ...litA11y.configs.recommended.rules },
  },
];

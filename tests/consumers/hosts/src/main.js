import "headscope";
import { HeadscopeError, loadCore } from "headscope/core";

const element = document.querySelector("mha-explainer");
element.tokens = ["a", "b", "c"];
element.addEventListener("statechange", ({ detail }) => {
  document.querySelector("#told").textContent = detail.changed.join();
});
element.addEventListener("load", async () => {
  const core = await loadCore();
  try {
    core.createLayer({ dModel: 10, numHeads: 4 });
  } catch (error) {
    document.querySelector("#refused").textContent = String(error instanceof HeadscopeError);
  }
});

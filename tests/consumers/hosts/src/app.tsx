import "headscope/react";
import { useState } from "react";

export function App() {
  const [told, tell] = useState("");
  return (
    <>
      <mha-explainer
        tokens={["a", "b", "c"]}
        heads={2}
        dModel={8}
        step="x"
        loading="eager"
        onstatechange={(event) => tell(event.detail.changed.join())}
      />
      <output id="told">{told}</output>
    </>
  );
}

import "headscope/react";
import { useEffect, useRef, useState } from "react";
import type { Explainer } from "headscope/react";

/** What a server writes are attributes: a sentence is a text, not an array. React hydrates no listeners of custom elements, so they are added. */
export function Served() {
  const [told, tell] = useState("");
  const explainer = useRef<Explainer>(null);
  useEffect(() => {
    const hear = (event: Event) => tell((event as CustomEvent).detail.changed.join());
    const element = explainer.current;
    element?.addEventListener("statechange", hear);
    return () => element?.removeEventListener("statechange", hear);
  }, []);
  return (
    <>
      <mha-explainer ref={explainer} tokens="a b c" heads={2} dModel={8} step="x" loading="eager" />
      <output id="told">{told}</output>
    </>
  );
}

import "headscope/react";
import { useEffect, useRef, useState } from "react";
import type { Explainer } from "headscope/react";

/**
 * A server writes attributes: a sentence is a string, not an array. React adds no listeners to custom
 * elements on hydration, so this code adds them.
 */
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

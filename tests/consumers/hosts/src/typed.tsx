// Types of every element in JSX: accepted and rejected values.
import "headscope/react";
import { useRef } from "react";
import type { Explainer } from "headscope/react";

export function Typed() {
  const explainer = useRef<Explainer>(null);
  return (
    <mha-explainer
      ref={explainer}
      role="group"
      style={{ width: 3 }}
      onClick={(event) => event.currentTarget.goTo("scores")}
      attention={{ data: new Float32Array(4), shape: [1, 2, 2] }}
      state={{ head: 2 }}
    />
  );
}

export function Refused() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {/* @ts-expect-error: there is no such attribute */}
      <mha-explainer nonsense={3} />
      {/* @ts-expect-error: the number of heads is a number */}
      <mha-explainer heads="many" />
      {/* @ts-expect-error: attention is a tensor */}
      <mha-explainer attention={3} />
      {/* @ts-expect-error: the element is no field */}
      <mha-explainer ref={input} />
    </>
  );
}

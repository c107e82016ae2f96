import { renderToString } from "react-dom/server";
import { Served } from "./served.tsx";

export const html = renderToString(<Served />);

import { hydrateRoot } from "react-dom/client";
import { Served } from "./served.tsx";

hydrateRoot(document.querySelector("#app")!, <Served />);

import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

createRoot(document.querySelector("#app")!).render(<App />);

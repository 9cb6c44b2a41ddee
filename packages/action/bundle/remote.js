export { J as toSlug } from "./core.js";

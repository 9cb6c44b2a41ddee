export { nt as toSlug } from "./core.js";

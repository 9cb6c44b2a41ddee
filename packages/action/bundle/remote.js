export { Q as toSlug } from "./core.js";

export { et as toSlug } from "./core.js";

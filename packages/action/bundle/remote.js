export { $ as toSlug } from "./core.js";

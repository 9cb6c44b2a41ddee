export { Y as toSlug } from "./core.js";

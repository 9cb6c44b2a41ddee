export { I as toSlug } from "./core.js";

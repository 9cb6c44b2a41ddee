export { n as toSlug } from "./remote2.js";

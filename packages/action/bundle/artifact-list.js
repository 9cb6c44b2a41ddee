export { a as readResultsSent } from "./artifact-list2.js";

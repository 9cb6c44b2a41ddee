import{nt as toSlug,tt as repositoryOf}from"./core.js";
export{toSlug};
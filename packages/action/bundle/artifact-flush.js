import{i as readKept,r as markResultsSent}from"./artifact-list2.js";
import{r as sendArtifacts,t as noteOf}from"./artifact-send.js";
const flushArtifacts=async({config,folder,line,url,deadline})=>{
await markResultsSent(folder,url).catch(()=>void 0);
const items=await readKept(folder);
const[,,{journal}]=JSON.parse(line);
const outcome=await sendArtifacts({config,journal,items,deadline});
if(outcome.kind===`done`)return items.length>0?{note:noteOf(outcome),hasLoss:outcome.left.size>0}:{};
const reason=`the results were sent, but ${items.length-outcome.sent} of ${items.length} artifacts were not: ${outcome.reason}`;
return{trouble:{kind:outcome.kind,reason}}};
export{flushArtifacts};
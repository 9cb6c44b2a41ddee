import{At as ARTIFACT_LEFT_OUT}from"./core.js";
import{existsSync,readFileSync}from"node:fs";
import{readFile,rm,writeFile}from"node:fs/promises";
import{join}from"node:path";
const LIST=`list.ndjson`;
const SENT=`results-sent.json`;
const lineOf=({entry,number,content})=>{
if(typeof content===`string`)return`${JSON.stringify({entry,number,leftOut:content})}\n`;
return`file`in content?`${JSON.stringify({entry,number,file:content.file})}\n`:``};
const readKept=async folder=>{
return(await readFile(join(folder,LIST),`utf8`).catch(()=>``)).split(`
`).flatMap(line=>toKept(line,folder)??[])};
const toKept=(line,folder)=>{
try{
const{entry,number,file,leftOut}=JSON.parse(line);
if(!Number.isSafeInteger(entry)||!Number.isSafeInteger(number))return void 0;
if(ARTIFACT_LEFT_OUT.includes(leftOut))return{entry,number,content:leftOut};
if(typeof file!==`string`)return void 0;
const moved=join(folder,`${entry}-${number}`);
return{entry,number,content:{file:existsSync(moved)?moved:file}}}catch{
return}};
const markResultsSent=(folder,url)=>writeFile(join(folder,SENT),JSON.stringify({url}),{mode:384});
const readResultsSent=folder=>{
try{
const{url}=JSON.parse(readFileSync(join(folder,SENT),`utf8`));
return typeof url===`string`?{url}:{}}catch{
return}};
const removeKept=folder=>rm(folder,{recursive:true,force:true}).catch(()=>void 0);
export{readResultsSent as a,readKept as i,lineOf as n,removeKept as o,markResultsSent as r,LIST as t};
import{t as start}from"./core.js";
process.exitCode=await start({env:process.env,isPost:false});
export{};
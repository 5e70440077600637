import { loadFast } from "./fast_files.ts";

await loadFast(1);

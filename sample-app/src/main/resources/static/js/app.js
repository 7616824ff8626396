import { startCluster } from "./cluster.js";
import { startIndexing } from "./indexing.js";
import { startResultKeys } from "./results.js";
import { startRunning } from "./running.js";
import { startScheduler } from "./scheduler.js";
import { startSearch } from "./search.js";
import { startTheme } from "./theme.js";

startTheme();
startSearch();
startResultKeys();
startScheduler();
if (!(await startCluster())) {
  startIndexing();
  startRunning();
}

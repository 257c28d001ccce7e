import { BarChart, CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// The build bundles this file, so an installed server contains only these parts of ECharts, not all of its 68 MB.
use([BarChart, CustomChart, LineChart, ScatterChart, GridComponent, SVGRenderer]);

export { init, setPlatformAPI };

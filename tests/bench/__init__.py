"""Speed and memory as ratios against peers in the same run."""

"""The authoring loop: a page on this machine that shows a storyboard as it is being written."""
